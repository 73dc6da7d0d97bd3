import { IconCheck, IconLock, IconQuestionMark } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { AskedRight } from '../model/schema-row';
import { MarkedText } from './marked-text';
import classes from './right-line.module.css';

const ICONS = { granted: IconCheck, denied: IconLock, unknown: IconQuestionMark } as const;

export interface RightLineProps {
  readonly right: AskedRight;
  /** Of the search, folded. */
  readonly words: readonly string[];
}

/** A right by its id, and whether it is held. */
export function RightLine({ right: { id, held }, words }: RightLineProps) {
  const t = useTranslations('itemSchema');
  const Icon = ICONS[held];
  return (
    <span className={classes['line']}>
      <span className={classes['held']} data-held={held}>
        <Icon size={14} stroke={2} role="img" aria-label={t(`held.${held}`)} />
      </span>
      {id === null ? <span>{t('unreadableRight')}</span> : <RightId id={id} words={words} />}
    </span>
  );
}

/** Ids of a table begin alike and differ at their end, so the beginning is what goes when room is short. */
function RightId({ id, words }: { readonly id: string; readonly words: readonly string[] }) {
  const tailStart = id.indexOf('_') + 1;
  return (
    <span className={classes['id']}>
      {tailStart > 0 && (
        <span className={classes['head']}>
          <MarkedText text={id} words={words} end={tailStart} />
        </span>
      )}
      <span className={classes['tail']}>
        <MarkedText text={id} words={words} start={tailStart} />
      </span>
    </span>
  );
}
