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
      <span className={classes['held']} data-held={held} title={t(`held.${held}`)}>
        <Icon size={14} stroke={2} role="img" aria-label={t(`held.${held}`)} />
      </span>
      {id === null ? (
        <span>{t('unreadableRight')}</span>
      ) : (
        // Ids differ at their end, so that is what stays when room is short.
        <span className={classes['id']} title={id}>
          <bdi dir="ltr">
            <MarkedText text={id} words={words} />
          </bdi>
        </span>
      )}
    </span>
  );
}
