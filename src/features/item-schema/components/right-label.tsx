import { IconCheck, IconLock, IconQuestionMark } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { RequiredRight } from '../model/schema-row';
import { MarkedText } from './marked-text';
import classes from './right-label.module.css';

const ICONS = { granted: IconCheck, denied: IconLock, unknown: IconQuestionMark } as const;

/** Shows the ID of a right, and whether the account has it. */
export function RightLabel({ right: { id, held } }: { readonly right: RequiredRight }) {
  const t = useTranslations('itemSchema');
  const Icon = ICONS[held];
  return (
    <span className={classes['line']}>
      <span className={classes['held']} data-held={held}>
        <Icon size={14} stroke={2} role="img" aria-label={t(`held.${held}`)} />
      </span>
      {id === null ? <span>{t('unreadableRight')}</span> : <RightId id={id} />}
    </span>
  );
}

/** The IDs of a table's rights begin alike and differ at the end, so the beginning is truncated. */
function RightId({ id }: { readonly id: string }) {
  const tailStart = id.indexOf('_') + 1;
  return (
    <span className={classes['id']}>
      {tailStart > 0 && (
        <span className={classes['head']}>
          <MarkedText text={id} end={tailStart} />
        </span>
      )}
      <span className={classes['tail']}>
        <MarkedText text={id} start={tailStart} />
      </span>
    </span>
  );
}
