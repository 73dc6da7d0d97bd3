import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { costsFirst } from '../../rows-read/fields/costs-first';
import { ColumnField } from '../../conditions/column-field';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { SourceSelect } from '../../rows-read/sources/source-select';
import type { Source } from '@/analysis/conditions/source';
import type { Role } from '@/rows/price-rows/column-roles';
import type { MatchedSource } from '@/analysis/checks/check-sources';
import classes from './checks.module.css';
import type { SetCheck } from '@/analysis/checks/checks-spec';
import type { CheckSource, PriceColumnSource } from '@/analysis/checks/reference-prices';
import { useSourceColumns } from '../../rows-read/checks/use-source-columns';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface CheckSourceFieldsProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  readonly columns: readonly AnalysedColumn[];
  /** How the columns of another price column are matched; null if the check does not compare with one. */
  readonly matched: MatchedSource | null;
}

/** Chooses what a check compares prices with. Renders nothing for a check that compares none. */
export function CheckSourceFields({ check, checks, columns, matched }: CheckSourceFieldsProps) {
  const role = check.definition.sourceRole;
  return (
    <>
      {role !== undefined && <CheckSourceSelect check={check} checks={checks} role={role} />}
      {matched !== null && (
        <SourceColumns check={check} checks={checks} matched={matched} columns={columns} />
      )}
    </>
  );
}

interface CheckSourceSelectProps extends Pick<CheckSourceFieldsProps, 'check' | 'checks'> {
  /** The role whose column is compared with if no other source is chosen. */
  readonly role: Role;
}

/** Returns the id of the combobox **Compare with** of a check. */
export function sourceSelectId(checkId: string): string {
  return `check-source-${checkId}`;
}

/** The combobox **Compare with**: a column, another snapshot or another price column. Renders nothing if there is no other source. */
function CheckSourceSelect({ check, checks, role }: CheckSourceSelectProps) {
  const t = useTranslations('checks');
  const { comparable, openSnapshot } = useRowsReadScope();
  const { cacheKey } = openSnapshot.snapshot;
  const others = useMemo(
    () => comparable.filter((snapshot) => snapshot.cacheKey !== cacheKey),
    [comparable, cacheKey],
  );
  const columns = useSourceColumns();
  const { source } = check;
  const column = checks.resolved.roles[role];
  // If no column of this snapshot has the role of the cost, no other snapshot of the price column has a cost either.
  const snapshots = role === 'cost' && column === null ? [] : others;
  if (snapshots.length + columns.length === 0 && source === null) return null;
  return (
    <SourceSelect
      id={sourceSelectId(check.definition.id)}
      className={classes['source']}
      label={t('source.label')}
      value={source}
      noneLabel={
        column === null
          ? t('source.noColumn', { role: t(`roles.names.${role}`) })
          : t('source.column', { column })
      }
      snapshots={snapshots}
      priceColumns={role === 'cost' ? costsFirst(columns) : columns}
      onChange={(chosen) => changeSource(check, checks, checkSourceOf(chosen))}
    />
  );
}

function checkSourceOf(source: Source | null): CheckSource | null {
  if (source === null || source.kind === 'file' || source.kind === 'snapshot-of') return null;
  return source.kind === 'price-column' ? { ...source, amount: null, matches: {} } : source;
}

function changeSource({ definition }: SetCheck, { spec, change }: Checks, source: CheckSource | null): void {
  const { [definition.id]: _, ...others } = spec.sources;
  change({ sources: source === null ? others : { ...others, [definition.id]: source } });
}

interface SourceColumnsProps extends CheckSourceFieldsProps {
  readonly matched: MatchedSource;
}

/** Chooses the column for the amount in another price column, and the columns of the current rows that match its key. */
function SourceColumns({ check, checks, matched, columns }: SourceColumnsProps) {
  const t = useTranslations('checks.source');
  const { source } = check;
  if (source?.kind !== 'price-column') return null;
  const set = (changes: Partial<PriceColumnSource>) => changeSource(check, checks, { ...source, ...changes });
  return (
    <>
      {matched.amounts.length > 1 && (
        <ColumnField
          label={t('amount')}
          columns={matched.amounts}
          value={matched.amount ?? ''}
          onChange={(amount) => set({ amount })}
        />
      )}
      {matched.keys.map(({ reference, current, type }) => (
        <ColumnField
          key={reference}
          label={t('match', { column: reference })}
          noneLabel={current === null ? t('notChosen') : undefined}
          columns={columns.filter((column) => column.type === type).map(({ name }) => name)}
          value={current}
          isSearchable
          onChange={(name) => {
            if (name !== null) set({ matches: { ...source.matches, [reference]: name } });
          }}
        />
      ))}
    </>
  );
}
