import { CloseButton, Group, type GroupProps } from '@mantine/core';
import { IconLinkOff, IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { cutText } from '@/contract/limits';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { MissingList } from '../model/packed-search';
import type { AddressProblem } from '../model/workbench-search';
import classes from './address-problems.module.css';

export interface AddressProblemsProps {
  readonly problems: readonly AddressProblem[];
  readonly isOfView: boolean;
}

/** Limits the list, because a link can hold any number of problems. */
const MOST_SHOWN = 8;
const LONGEST_SHOWN = 120;

/** Lists the parts of a pasted link or a saved view that cannot be used. The other parts apply. */
export function AddressProblems({ problems, isOfView }: AddressProblemsProps) {
  const t = useTranslations('resultsTools');
  const tResults = useTranslations('results');
  const tViews = useTranslations('views');
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const moreCount = problems.length - MOST_SHOWN;
  return (
    <Bar>
      <IconLinkOff size={18} aria-hidden="true" />
      <div role="alert" className={classes['text']}>
        <strong>
          {isOfView
            ? tViews('problemsTitle', { count: problems.length })
            : t('addressTitle', { count: problems.length })}
        </strong>{' '}
        {t('addressText')}
        <ul>
          {problems.slice(0, MOST_SHOWN).map((problem, index) => (
            // The index is the key, because texts can repeat and the list does not change.
            <li key={index}>
              {t.rich(`addressProblem.${problem.kind}`, {
                text: cutText(problem.text, LONGEST_SHOWN),
                code: (text) => <code>{text}</code>,
              })}
            </li>
          ))}
          {moreCount > 0 && <li>{t('addressMore', { count: moreCount })}</li>}
        </ul>
      </div>
      <CloseButton
        size="sm"
        aria-label={tResults('dismiss')}
        onClick={() => {
          setDismissed(true);
        }}
      />
    </Bar>
  );
}

/** Reports the lists of values that the address references but this browser does not store. */
export function MissingLists({ lists }: { readonly lists: readonly MissingList[] }) {
  const t = useTranslations('workbench');
  const { formatInteger } = useFormats();
  return (
    <Bar>
      <IconListDetails size={18} aria-hidden="true" />
      <div role="alert" className={classes['text']}>
        {lists.map(({ field, count }) => (
          <p key={field}>
            {field === null
              ? t('query.fieldsElsewhere', { count: formatInteger(count) })
              : t('query.listElsewhere', { field, count: formatInteger(count) })}
          </p>
        ))}
      </div>
    </Bar>
  );
}

function Bar(props: Pick<GroupProps, 'children'>) {
  return (
    <Group
      gap={10}
      align="stretch"
      wrap="nowrap"
      flex="none"
      p="8px 12px 8px 16px"
      fz="sm"
      className={classes['problems'] ?? ''}
      {...props}
    />
  );
}
