import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './checks.module.css';
import { compareWithFromParameter, compareWithToParameter } from '../../model/compare-with';
import type { SideOption } from '../../rows-read/sources/use-side-options';
import { OneSelect } from '../../rows-read/fields/field-select';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { Role } from './check-roles';
import type { MatchedSource } from './check-sources';
import type { SetCheck } from './checks-spec';
import type { CheckSource, PriceColumnSource } from './partners';
import type { Checks } from './use-checks';

/** A price column in the options. */
export interface SourceColumn {
  readonly name: string;
  readonly displayName: string;
}

export interface SourceSelectProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  /** Whose column is used where no other rows are. */
  readonly role: Role;
  readonly options: readonly SideOption[];
  readonly priceColumns: readonly SourceColumn[];
}

const COLUMN = '';
const PRICE_COLUMN = 'price-column~';

/** The id of the combobox of a check. */
export function sourceSelectId(checkId: string): string {
  return `check-source-${checkId}`;
}

/**
 * Combobox **Compare with**: a column, the rows of another snapshot, or those of another price column. Without any of these there is
 * nothing to choose.
 */
export function SourceSelect({ check, checks, role, options, priceColumns }: SourceSelectProps) {
  const t = useTranslations('checks');
  const tChanges = useTranslations('changes.form');
  const { source } = check;
  const column = checks.resolved.roles[role];
  const chosen = source === null ? COLUMN : valueOf(source);
  // Another snapshot of the price column has no cost either.
  const snapshots = role === 'cost' && column === null ? [] : options;
  if (snapshots.length + priceColumns.length === 0 && source === null) return null;
  const ofColumn =
    column === null
      ? t('source.noColumn', { role: t(`roles.names.${role}`) })
      : t('source.column', { column });
  const others = [
    ...snapshots,
    ...priceColumns.map(({ name, displayName }) => ({
      value: `${PRICE_COLUMN}${name}`,
      label: t('source.priceColumn', { priceColumn: displayName }),
    })),
  ];
  // A link may name a snapshot that this browser has not seen before.
  const isKnown = source === null || others.some(({ value }) => value === chosen);
  return (
    <Select
      id={sourceSelectId(check.definition.id)}
      size="xs"
      className={classes['source'] ?? ''}
      label={t('source.label')}
      data={[
        { value: COLUMN, label: ofColumn },
        ...(isKnown
          ? []
          : [
              {
                value: chosen,
                label: source?.kind === 'price-column' ? source.name : tChanges('ofLink'),
              },
            ]),
        ...others,
      ]}
      value={chosen}
      openOnFocus={false}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      onChange={(value) => changeSource(check, checks, value === null ? null : sourceOf(value))}
    />
  );
}

function valueOf(source: CheckSource): string {
  return source.kind === 'price-column' ? `${PRICE_COLUMN}${source.name}` : compareWithToParameter(source);
}

function sourceOf(value: string): CheckSource | null {
  if (value.startsWith(PRICE_COLUMN)) {
    return { kind: 'price-column', name: value.slice(PRICE_COLUMN.length), amount: null, matches: {} };
  }
  const side = value === COLUMN ? null : compareWithFromParameter(value);
  return side?.kind === 'file' ? null : side;
}

function changeSource({ definition }: SetCheck, { spec, change }: Checks, source: CheckSource | null): void {
  const { [definition.id]: _, ...others } = spec.sources;
  change({ sources: source === null ? others : { ...others, [definition.id]: source } });
}

export interface SourceColumnsProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  readonly matched: MatchedSource;
  readonly columns: readonly AnalysedColumn[];
}

const NOT_CHOSEN = '';

/** Which amount of another price column is compared with, and which columns here are its key. */
export function SourceColumns({ check, checks, matched, columns }: SourceColumnsProps) {
  const t = useTranslations('checks.source');
  const { source } = check;
  if (source?.kind !== 'price-column') return null;
  const set = (changes: Partial<PriceColumnSource>) => changeSource(check, checks, { ...source, ...changes });
  return (
    <>
      {matched.amounts.length > 1 && (
        <OneSelect
          label={t('amount')}
          options={matched.amounts.map((name) => ({ value: name, label: name }))}
          value={matched.amount ?? ''}
          onChange={(amount) => set({ amount })}
        />
      )}
      {matched.keys.map(({ there, here, type }) => (
        <OneSelect
          key={there}
          label={t('match', { column: there })}
          options={[
            ...(here === null ? [{ value: NOT_CHOSEN, label: t('notChosen') }] : []),
            ...columns
              .filter((column) => column.type === type)
              .map(({ name }) => ({ value: name, label: name })),
          ]}
          value={here ?? NOT_CHOSEN}
          isSearchable
          onChange={(name) => {
            if (name !== NOT_CHOSEN) set({ matches: { ...source.matches, [there]: name } });
          }}
        />
      ))}
    </>
  );
}
