import { IconCalendar, IconHash, IconLetterCase, IconToggleLeft } from '@tabler/icons-react';
import type { ColumnType } from '@/contract/column';

const ICONS = {
  text: IconLetterCase,
  number: IconHash,
  date: IconCalendar,
  boolean: IconToggleLeft,
} as const;

/** What a field holds, as decoration beside its name. */
export function TypeIcon({ type }: { readonly type: ColumnType }) {
  const Icon = ICONS[type];
  return <Icon size={14} stroke={1.6} aria-hidden="true" />;
}
