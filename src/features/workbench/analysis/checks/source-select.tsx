import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { compareWithFromParameter, compareWithToParameter } from '../../model/compare-with';
import type { SideOption } from '../changes/use-side-options';
import type { Role } from './check-roles';
import type { SetCheck } from './checks-spec';
import type { Checks } from './use-checks';

export interface SourceSelectProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  /** Whose column is used where no other rows are. */
  readonly role: Role;
  readonly options: readonly SideOption[];
}

const COLUMN = '';

/** Combobox **Compare with**: a column, or the rows of another snapshot. Without any of these there is nothing to choose. */
export function SourceSelect({ check, checks, role, options }: SourceSelectProps) {
  const t = useTranslations('checks');
  const tChanges = useTranslations('changes.form');
  const { definition, source } = check;
  const { spec, resolved, change } = checks;
  const chosen = source === null ? COLUMN : compareWithToParameter(source);
  if (options.length === 0 && source === null) return null;
  const column = resolved.roles[role];
  const ofColumn =
    column === null
      ? t('source.noColumn', { role: t(`roles.names.${role}`) })
      : t('source.column', { column });
  // A link may name a snapshot that this browser has not seen before.
  const isKnown = source === null || options.some(({ value }) => value === chosen);
  return (
    <Select
      size="xs"
      label={t('source.label')}
      data={[
        { value: COLUMN, label: ofColumn },
        ...(isKnown ? [] : [{ value: chosen, label: tChanges('ofLink') }]),
        ...options,
      ]}
      value={chosen}
      openOnFocus={false}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      onChange={(value) => {
        const { [definition.id]: _, ...others } = spec.sources;
        const next = value === null || value === COLUMN ? null : compareWithFromParameter(value);
        if (next?.kind === 'file') return;
        change({ sources: next === null ? others : { ...others, [definition.id]: next } });
      }}
    />
  );
}
