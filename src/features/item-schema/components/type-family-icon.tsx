import {
  IconCalendar,
  IconHash,
  IconLetterCase,
  IconQuestionMark,
  IconToggleLeft,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Column } from '@/contract/column';

const ICONS = {
  text: IconLetterCase,
  number: IconHash,
  date: IconCalendar,
  boolean: IconToggleLeft,
  unknown: IconQuestionMark,
} as const;

/** What a column holds: text, number, date or true/false. */
export function TypeFamilyIcon({ column }: { readonly column: Pick<Column, 'type' | 'isTypeKnown'> }) {
  const t = useTranslations('itemSchema.family');
  const family = column.isTypeKnown ? column.type : 'unknown';
  const Icon = ICONS[family];
  return <Icon size={15} stroke={1.6} role="img" aria-label={t(family)} />;
}
