import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useBarFocus } from '../../rows-read/pictures/use-bar-focus';
import { columnGroupText } from './pivot-table-export';
import type { PivotSpec } from './pivot-spec';
import classes from './pivot-chart.module.css';
import type { PivotSummary } from './read-pivot';
import type { GroupKey } from '../../rows-read/engine/group-key';
import type { PivotTexts } from './use-pivot-texts';

const MAX_GROUPS = 30;
const MAX_COLUMN_GROUPS = 6;

export interface PivotChartProps {
  readonly spec: PivotSpec;
  readonly summary: PivotSummary;
  readonly texts: PivotTexts;
  readonly onShowRows: (rowKeys: readonly GroupKey[] | null, columnKeys: readonly GroupKey[] | null) => void;
}

interface Bar {
  readonly row: number;
  readonly column: number | null;
  readonly label: string;
  readonly text: string;
  /** Of the longest bar; a double is exact enough for a drawing. */
  readonly value: number;
}

/** The first measure as bars, one below the other; the table below has all of its values. */
export function PivotChart({ spec, summary, texts, onShowRows }: PivotChartProps) {
  const t = useTranslations('pivot');
  const formats = useFormats();
  const { groupRef, barProps } = useBarFocus();
  const [measure] = spec.measures;
  if (measure === undefined) return null;
  const title =
    spec.rows.length === 0
      ? t('chartOf', { measure: texts.measureText(measure) })
      : t('chartOfBy', {
          measure: texts.measureText(measure),
          groups: spec.rows.map((grouping) => texts.groupingText(grouping)).join(', '),
        });
  const rowGroups = summary.rowGroups.slice(0, MAX_GROUPS);
  const columnGroups = summary.columnGroups.slice(0, MAX_COLUMN_GROUPS);
  const rowLabel = (row: number) => {
    const keys = summary.rowGroups[row]?.keys;
    if (keys === undefined) return t('total');
    return spec.rows
      .map((grouping, index) => texts.keyText(grouping, keys[index] ?? { kind: 'null' }))
      .join(' · ');
  };
  const barOf = (row: number, column: number | null): readonly Bar[] => {
    const own =
      column === null
        ? (summary.rowGroups[row]?.total ?? summary.total)
        : spec.rows.length === 0
          ? (summary.columnGroups[column]?.total ?? null)
          : summary.cell(row, column);
    const value = own?.[0] ?? null;
    if (value === null) return [];
    const group = column === null ? undefined : summary.columnGroups[column];
    const label = group === undefined ? '' : columnGroupText(spec, group, texts);
    return [{ row, column, label, text: texts.valueText(measure, value), value: Number(value) }];
  };
  const rows = rowGroups.length === 0 ? [0] : rowGroups.map((_, index) => index);
  const groups = rows.map((row) => ({
    row,
    label: rowLabel(row),
    bars:
      columnGroups.length === 0 ? barOf(row, null) : columnGroups.flatMap((_, column) => barOf(row, column)),
  }));
  const bars = groups.flatMap((group) => group.bars);
  if (bars.some(({ value }) => Number.isNaN(value))) {
    return <p className={classes['note']}>{t('chartNotNumeric', { measure: texts.measureText(measure) })}</p>;
  }
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const greatest = Math.max(0, ...bars.map(({ value }) => value));
  const span = greatest - least || 1;
  const percentOf = (value: number) => ((value - least) / span) * 100;
  const isCut = summary.rowGroupCount > MAX_GROUPS || summary.columnGroupCount > MAX_COLUMN_GROUPS;

  return (
    <figure className={classes['chart']} aria-label={title}>
      <figcaption className={classes['title']}>{title}</figcaption>
      <div ref={groupRef} role="group" aria-label={title} className={classes['groups']}>
        {groups.map((group) => (
          <div key={group.row} className={classes['group']}>
            <span className={classes['groupLabel']} title={group.label}>
              {group.label}
            </span>
            <div className={classes['bars']}>
              {group.bars.map((bar) => (
                <button
                  key={bar.column}
                  type="button"
                  className={classes['bar']}
                  {...barProps(bars.indexOf(bar), bars.length)}
                  onClick={() =>
                    onShowRows(
                      summary.rowGroups[bar.row]?.keys ?? null,
                      bar.column === null ? null : (summary.columnGroups[bar.column]?.keys ?? null),
                    )
                  }
                >
                  <VisuallyHidden>{bar.label === '' ? group.label : `${group.label}, `}</VisuallyHidden>
                  {bar.label !== '' && <span className={classes['barLabel']}>{bar.label}</span>}
                  <VisuallyHidden>: </VisuallyHidden>
                  <svg
                    aria-hidden="true"
                    className={classes['drawing']}
                    viewBox="0 0 100 10"
                    preserveAspectRatio="none"
                  >
                    <rect
                      className={classes['fill']}
                      x={Math.min(percentOf(0), percentOf(bar.value))}
                      y={0}
                      width={Math.max(0.4, Math.abs(percentOf(bar.value) - percentOf(0)))}
                      height={10}
                    />
                    <line className={classes['zero']} x1={percentOf(0)} x2={percentOf(0)} y1={0} y2={10} />
                  </svg>
                  <span className={classes['value']}>{bar.text}</span>
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
      {isCut && (
        <p className={classes['note']}>
          {t('chartFirst', {
            rows: formats.formatInteger(rowGroups.length),
            columns: columnGroups.length === 0 ? 'none' : formats.formatInteger(columnGroups.length),
          })}
        </p>
      )}
    </figure>
  );
}
