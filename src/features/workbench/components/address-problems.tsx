import { CloseButton } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AddressProblem } from '../model/query-address';
import classes from './address-problems.module.css';

export interface AddressProblemsProps {
  readonly problems: readonly AddressProblem[];
  /** Did the address come from a saved view? */
  readonly isOfView: boolean;
}

/** What of a pasted link or a saved view could not be used, item by item; all else is filled in. */
export function AddressProblems({ problems, isOfView }: AddressProblemsProps) {
  const t = useTranslations('results');
  const tViews = useTranslations('views');
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
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
          {problems.map((problem) => (
            <li key={`${problem.part}-${problem.kind}-${problem.text}`}>
              <code>{problem.text}</code> {t(`addressProblem.${problem.kind}`)}
            </li>
          ))}
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
