import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { parseDecimal } from '@/shared/formats/parse-decimal';
import type { GridSort } from '@/shared/grid/grid-model';
import { StatePanel } from '@/shared/ui/state-panel';
import { useWorkbenchScope } from '../../use-workbench';
import type { ComparisonEngine } from '../engine/analysis-engine';
import { changeColumns, fieldOfColumn, KIND_COLUMN, DELTA_COLUMN, type ChangeColumns } from './change-cells';
import type { ChangesQuery } from './change-rows';
import { ChangesExport } from './changes-export';
import { ChangesFigures, ChosenNote, type ChosenRows } from './changes-figures';
import { ChangesGrid } from './changes-grid';
import classes from './changes.module.css';
import type { SnapshotSides } from './compared-side';
import { CHANGE_KINDS, LEFT_OUT_KINDS, ROW_KINDS, SIDES, type Comparison, type RowKind } from './comparison';
import type { MadeComparison } from './comparison-store';
import { useOpenChanges } from './use-open-changes';

export interface ChangesResultsProps {
  readonly made: MadeComparison;
  readonly engine: ComparisonEngine;
  readonly sides: SnapshotSides;
  /** Columns of both sides that only note when a row was written. */
  readonly writtenColumns: readonly string[];
}

const DIFFERENCES: ReadonlySet<RowKind> = new Set(['added', 'removed', 'changed']);

/** What differs: counts, and the rows in a grid. */
export function ChangesResults({ made, engine, sides, writtenColumns }: ChangesResultsProps) {
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  const { locale } = useFormats();
  const { comparison } = made;
  const [kinds, setKinds] = useState(DIFFERENCES);
  const [chosen, setChosen] = useState<ChosenRows>({ column: null, range: null });
  const [sort, setSort] = useState<GridSort | null>(null);
  const [find, setFind] = useState('');
  const soughtText = useDeferredValue(find.trim());
  const columns = useChangeColumns(comparison);
  const decimal = parseDecimal(soughtText, { locale, maxIntegerDigits: 38, maxFractionDigits: 38 });
  const query: ChangesQuery = {
    kinds: ROW_KINDS.filter((kind) => kinds.has(kind)),
    ...chosen,
    sort: sort === null ? null : sortOf(sort),
    find: soughtText === '' ? null : { text: soughtText, decimal: decimal.ok ? decimal.value : null },
  };
  const { data, hasFailed, retry } = useOpenChanges(engine, comparison, query);

  return (
    <>
      <ComparisonNotes made={made} />
      <ChosenNote chosen={chosen} columns={columns} onChoose={setChosen} />
      <div className={classes['tools']}>
        <KindButtons comparison={comparison} kinds={kinds} onChange={setKinds} />
        <TextInput
          size="xs"
          className={classes['find'] ?? ''}
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          autoComplete="off"
          spellCheck={false}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <RowCount rowCount={data?.opened.rowCount ?? null} />
        <ChangesExport
          comparison={comparison}
          engine={engine}
          sides={sides}
          writtenColumns={writtenColumns}
          columns={columns}
          query={query}
          isDisabled={data === null || data.opened.rowCount === 0}
        />
      </div>
      {hasFailed && (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failed.title')}
          tone="failure"
          actions={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              {tCommon('tryAgain')}
            </Button>
          }
        >
          <p role="alert">{t('failed.text')}</p>
        </StatePanel>
      )}
      {!hasFailed && data?.opened.rowCount === 0 && <p className={classes['note']}>{t('noRows')}</p>}
      {!hasFailed && data !== null && data.opened.rowCount > 0 && (
        <ChangesGrid
          opened={data.opened}
          rowsId={data.rowsId}
          columns={columns}
          sides={sides}
          sort={sort}
          onSort={(columnId) => setSort((before) => nextSort(before, columnId))}
        />
      )}
      <ChangesFigures
        made={made}
        engine={engine}
        sides={sides}
        columns={columns}
        chosen={chosen}
        onChoose={setChosen}
      />
    </>
  );
}

/** First the direction that people look for: the largest rise first, keys from their start. */
function nextSort(before: GridSort | null, columnId: string): GridSort | null {
  const isField = fieldOfColumn(columnId) !== null || columnId === KIND_COLUMN;
  const first = isField ? 'ascending' : 'descending';
  if (before?.columnId !== columnId) return { columnId, direction: first };
  if (before.direction !== first) return null;
  return { columnId, direction: isField ? 'descending' : 'ascending' };
}

function sortOf({ columnId, direction }: GridSort): NonNullable<ChangesQuery['sort']> {
  const name = fieldOfColumn(columnId);
  const isDescending = direction === 'descending';
  if (name !== null) return { by: 'key', isDescending };
  if (columnId === KIND_COLUMN) return { by: 'kind', isDescending };
  return { by: columnId === DELTA_COLUMN ? 'delta' : 'percent', isDescending };
}

function useChangeColumns({ spec }: Comparison): ChangeColumns {
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  const tGrid = useTranslations('grid');
  const { locale } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  return useMemo(
    () =>
      changeColumns(spec, priceColumn.fields, locale, {
        true: tCommon('true'),
        false: tCommon('false'),
        emptyText: tGrid('emptyText'),
        noValue: '∅',
        withheld: tGrid('withheld'),
        heads: { kind: t('head.kind'), delta: t('head.delta'), percent: t('head.percent') },
        kindOf: (kind) => t(`kind.${kind}`),
        differs: (earlier, later) => t('cell.differs', { earlier, later }),
        risen: t('cell.risen'),
        fallen: t('cell.fallen'),
      }),
    [spec, priceColumn, locale, t, tCommon, tGrid],
  );
}

interface KindButtonsProps {
  readonly comparison: Comparison;
  readonly kinds: ReadonlySet<RowKind>;
  readonly onChange: (kinds: ReadonlySet<RowKind>) => void;
}

/** The kinds of rows with their counts, as toggle buttons. Rows that were not compared have a group of their own. */
function KindButtons({ comparison, kinds, onChange }: KindButtonsProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { counts, leftOut } = comparison;
  const leftOutCount = (kind: (typeof LEFT_OUT_KINDS)[number]) =>
    SIDES.reduce((sum, side) => sum + leftOut[side][kind], 0);
  const leftOutKinds = LEFT_OUT_KINDS.filter((kind) => leftOutCount(kind) > 0);
  const toggle = (kind: RowKind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    onChange(next);
  };
  const button = (kind: RowKind, count: number) => (
    <button
      key={kind}
      type="button"
      aria-pressed={kinds.has(kind)}
      className={classes['kind']}
      onClick={() => toggle(kind)}
    >
      {t(`toggle.${kind}`)} <span className={classes['kindCount']}>{formatInteger(count)}</span>
    </button>
  );
  return (
    <>
      <div role="group" aria-label={t('toggle.label')} className={classes['kinds']}>
        {CHANGE_KINDS.map((kind) => button(kind, counts[kind]))}
      </div>
      {leftOutKinds.length > 0 && (
        <div role="group" aria-label={t('toggle.leftOut')} className={classes['kinds']}>
          {leftOutKinds.map((kind) => button(kind, leftOutCount(kind)))}
        </div>
      )}
    </>
  );
}

function RowCount({ rowCount }: { readonly rowCount: number | null }) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  return (
    <p role="status" aria-label={t('rowCount')} className={classes['rowCount']}>
      {rowCount === null ? '' : t('rows', { formatted: formatInteger(rowCount), count: rowCount })}
    </p>
  );
}

/** What has to be known to read the counts: by what rows were matched, and what could not be compared. */
function ComparisonNotes({ made }: { readonly made: MadeComparison }) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { comparison, isKeyProposed } = made;
  const { spec, leftOut, otherScale, tooLongForDelta } = comparison;
  const notes: string[] = [];
  const keys = { columns: spec.keys.join(', ') };
  if (isKeyProposed) notes.push(t('notes.proposedKeys', keys));
  for (const kind of LEFT_OUT_KINDS) {
    const counts = SIDES.map((side) => leftOut[side][kind]);
    if (counts.every((count) => count === 0)) continue;
    const [earlier = 0, later = 0] = counts.map((count) => formatInteger(count));
    notes.push(t(`notes.${kind}`, { ...keys, earlier, later }));
  }
  if (otherScale.length > 0) {
    notes.push(t('notes.otherScale', { columns: otherScale.join(', '), count: otherScale.length }));
  }
  if (tooLongForDelta > 0) {
    notes.push(t('notes.tooLong', { formatted: formatInteger(tooLongForDelta), count: tooLongForDelta }));
  }
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('notes.ofComparison')} className={classes['notes']}>
      {notes.map((note) => (
        <li key={note}>
          <IconAlertTriangle size={14} aria-hidden="true" /> {note}
        </li>
      ))}
    </ul>
  );
}
