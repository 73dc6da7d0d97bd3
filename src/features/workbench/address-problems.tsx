import { CloseButton } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { cutText } from '@/contract/limits';
import type { AddressProblem } from './model/query-address';
import classes from './address-problems.module.css';

export interface AddressProblemsProps {
  readonly problems: readonly AddressProblem[];
  /** Did the address come from a saved view? */
  readonly isOfView: boolean;
}

/** A link can be made of anything, and at any length. */
const MOST_SHOWN = 8;
const LONGEST_SHOWN = 120;

/** What of a pasted link or a saved view could not be used, item by item; all else is filled in. */
export function AddressProblems({ problems, isOfView }: AddressProblemsProps) {
  const t = useTranslations('results');
  const tViews = useTranslations('views');
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const moreCount = problems.length - MOST_SHOWN;
  return (
    <div role="alert" className={classes['problems']}>
      <IconLinkOff size={18} aria-hidden="true" />
      <div className={classes['text']}>
        <strong>
          {isOfView
            ? tViews('problemsTitle', { count: problems.length })
            : t('addressTitle', { count: problems.length })}
        </strong>{' '}
        {t('addressText')}
        <ul>
          {problems.slice(0, MOST_SHOWN).map((problem, index) => (
            // The same piece may stand there twice, and the list does not change.
            <li key={index}>
              <code>{cutText(problem.text, LONGEST_SHOWN)}</code> {t(`addressProblem.${problem.kind}`)}
            </li>
          ))}
          {moreCount > 0 && <li>{t('addressMore', { count: moreCount })}</li>}
        </ul>
      </div>
      <CloseButton
        size="sm"
        aria-label={t('dismiss')}
        onClick={() => {
          setDismissed(true);
        }}
      />
    </div>
  );
}
