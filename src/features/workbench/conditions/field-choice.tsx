import { IconCalendar, IconHash, IconLetterCase, IconToggleLeft } from '@tabler/icons-react';
import type { ColumnType } from '@/contract/column';
import type { Choice } from './choice-select';

const ICONS = {
  text: IconLetterCase,
  number: IconHash,
  date: IconCalendar,
  boolean: IconToggleLeft,
} as const;

/** A decorative icon for the type of a field. */
export function TypeIcon({ type }: { readonly type: ColumnType }) {
  const Icon = ICONS[type];
  return <Icon size={14} stroke={1.6} aria-hidden="true" />;
}

/** Returns the option for a field in a list of fields. */
export function fieldChoice({
  name,
  type,
}: {
  readonly name: string;
  readonly type: ColumnType;
}): Choice<string> {
  return { value: name, label: name, icon: <TypeIcon type={type} /> };
}
