import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { compareDecimals } from '@/lib/formats/decimal';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { readColumnHelper, ReadTable, useReadTable } from '@/ui/components/read-table';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import { SmallPicture } from '../../bars/small-picture';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import type { ColumnProfile, ProfiledColumn } from '@/analysis/profiles/column-profile';
import { createColumnTexts, type ColumnTexts } from '@/analysis/profiles/column-texts';
import {
  COUNTS,
  figureOf,
  VALUES,
  type CountName,
  type ValueName,
} from '@/analysis/profiles/profile-figures';
import classes from './profile-table.module.css';
import { useColumnsSetup } from './use-columns-setup';
import { useShownDistribution } from './use-shown-distribution';

export interface ProfileTableProps {
  readonly columns: readonly ProfiledColumn[];
  /** The column whose profile is open; null if none is. */
  readonly openName: string | null;
  readonly onOpen: (name: string) => void;
}

interface ProfileRow extends ProfiledColumn {
  readonly isOpen: boolean;
  readonly texts: () => ColumnTexts;
}

/** The number of rows that are rendered at first and with each press of a button. Thousands of rows at once would block the page. */
const ROWS_PER_STEP = 200;

const helper = readColumnHelper<ProfileRow>();

/** The table **Column profile**: one row for each column, by default in the order of the snapshot. */
export const ProfileTable = memo(function ProfileTable({ columns, openName, onOpen }: ProfileTableProps) {
  const words = useWords();
  const t = words.of('columns');
  const [sorting, setSorting] = useState<{ id: string; desc: boolean }[]>([]);
  const [rowLimit, setRowLimit] = useState(ROWS_PER_STEP);
  const tableRef = useRef<HTMLDivElement>(null);
  const focusIndex = useRef<number | null>(null);
  // Moves the focus to the first new row, because the pressed button disappears when all rows are rendered.
  useEffect(() => {
    if (focusIndex.current === null) return;
    tableRef.current?.querySelectorAll<HTMLElement>('[data-profile-of]')[focusIndex.current]?.focus();
    focusIndex.current = null;
  }, [rowLimit]);
  // The definitions stay the same in every render. New ones would mount the header buttons again, and these would lose the focus.
  const definitions = useMemo(() => {
    const header =
      (id: SortedHead) =>
      ({ column }: { column: SortedColumn }) => (
        <SortButton
          id={id}
          direction={column.getIsSorted() || null}
          onSort={column.getToggleSortingHandler()}
        />
      );
    return helper.columns([
      helper.accessor(({ column }) => column.name, {
        id: 'column',
        header: header('column'),
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className={classes['name']}
            aria-label={t('profileOf', { column: original.column.name })}
            aria-expanded={original.isOpen}
            data-profile-of={original.column.name}
            onClick={() => onOpen(original.column.name)}
          >
            {original.column.name}
          </button>
        ),
      }),
      helper.accessor(({ column }) => t(`types.${column.type}`), {
        id: 'type',
        header: header('type'),
        cell: ({ row: { original }, getValue }) => (
          <>
            {getValue()}
            <Misfits {...original} />
          </>
        ),
      }),
      helper.display({
        id: 'picture',
        header: t('head.picture'),
        cell: ({ row: { original } }) => <Picture profiled={original} texts={original.texts()} />,
      }),
      ...COUNTS.map((name) =>
        helper.accessor(({ profile }) => figureOf(profile, name), {
          id: name,
          header: header(name),
          sortFn: byFigure,
          meta: { isNumeric: true },
          cell: ({ row: { original } }) => (
            <CountCell name={name} profiled={original} texts={original.texts()} />
          ),
        }),
      ),
      ...VALUES.map((name) =>
        helper.accessor(({ profile }) => figureOf(profile, name), {
          id: name,
          header: header(name),
          sortFn: byFigure,
          meta: { isNumeric: true },
          cell: ({ row: { original } }) => (
            <ValueCell words={words} name={name} profiled={original} texts={original.texts()} />
          ),
        }),
      ),
    ]);
  }, [words, t, onOpen]);
  const table = useReadTable({
    columns: definitions,
    data: useMemo(
      () =>
        columns.map((profiled) => {
          const { column, field, profile } = profiled;
          // The formats are created once for all cells of a row, and only for rows on screen, because creating them is slow.
          const texts = madeOnce(words, column, field, profile?.isEstimate ?? false);
          return { ...profiled, isOpen: column.name === openName, texts };
        }),
      [columns, openName, words],
    ),
    getRowId: ({ column }) => column.name,
    sorting,
    onSortingChange: setSorting,
  });
  const moreCount = Math.min(columns.length - rowLimit, ROWS_PER_STEP);
  return (
    <div ref={tableRef}>
      <ReadTable table={table} label={t('title')} rowLimit={rowLimit} rowClassName={classes['row']} />
      {moreCount > 0 && (
        <Button
          variant="default"
          className={classes['more'] ?? ''}
          onClick={() => {
            focusIndex.current = rowLimit;
            setRowLimit(rowLimit + ROWS_PER_STEP);
          }}
        >
          {t('showMore', { count: moreCount })}
        </Button>
      )}
    </div>
  );
});

/** Returns a function that creates the formats of a column on its first call. */
function madeOnce(...of: Parameters<typeof createColumnTexts>): () => ColumnTexts {
  let made: ColumnTexts | null = null;
  return () => (made ??= createColumnTexts(...of));
}

/** Compares figures for sorting: numbers come before dates and texts. */
function byFigure(
  a: { getValue: (id: string) => unknown },
  b: { getValue: (id: string) => unknown },
  id: string,
): number {
  const [one, other] = [String(a.getValue(id)), String(b.getValue(id))];
  const areNumbers = [isDecimal(one), isDecimal(other)];
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] === true ? -1 : 1;
  if (areNumbers[0] === true) return compareDecimals(one, other);
  return one < other ? -1 : Number(one > other);
}

interface SortedColumn {
  readonly getIsSorted: () => false | 'asc' | 'desc';
  readonly getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
}

type SortedHead = 'column' | 'type' | CountName | ValueName;

interface SortButtonProps {
  readonly id: SortedHead;
  readonly direction: 'asc' | 'desc' | null;
  readonly onSort: ((event: unknown) => void) | undefined;
}

/** A column heading as a button. Presses sort ascending, then descending, then in the order of the snapshot. */
function SortButton({ id, direction, onSort }: SortButtonProps) {
  const t = useTranslations('columns');
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const hint = id === 'column' || id === 'type' ? undefined : t(`hints.${id}`);
  return (
    <button type="button" className={classes['sort']} title={hint} onClick={onSort}>
      {t(`head.${id}`)}
      <Arrow size={13} aria-hidden="true" data-sorted={direction !== null || undefined} />
    </button>
  );
}

function Misfits({ profile, halfTextCount }: ProfiledColumn) {
  const t = useTranslations('columns');
  const { formatInteger } = useFormats();
  const misfitCount = profile?.misfitCount ?? 0;
  if (misfitCount + halfTextCount === 0) return null;
  return (
    <span className={classes['note']} title={halfTextCount > 0 ? t('halfTextsHint') : undefined}>
      <IconAlertTriangle size={13} aria-hidden="true" />
      {misfitCount > 0
        ? t('misfits', { count: misfitCount, formatted: formatInteger(misfitCount) })
        : t('halfTexts', { count: halfTextCount, formatted: formatInteger(halfTextCount) })}
    </span>
  );
}

interface CellProps {
  readonly profiled: ProfiledColumn;
  readonly texts: ColumnTexts;
}

function Picture({ profiled: { column, profile, hasFailed }, texts }: CellProps) {
  if (profile === null) return hasFailed ? '–' : <span className={classes['pending']} />;
  return <PictureOf column={column} profile={profile} texts={texts} />;
}

interface PictureOfProps {
  readonly column: ProfiledColumn['column'];
  readonly profile: ColumnProfile;
  readonly texts: ColumnTexts;
}

function PictureOf(props: PictureOfProps) {
  const { isWhole } = useColumnsSetup();
  return isWhole ? <WholePicture {...props} /> : <DistributionOf {...props} {...props.profile} />;
}

function WholePicture({ column, profile, texts }: PictureOfProps) {
  const distribution = useShownDistribution(useRowsRead(), column, profile, true);
  return <DistributionOf {...profile} distribution={distribution} texts={texts} />;
}

type DistributionOfProps = Pick<ColumnProfile, 'distribution' | 'filledCount'> &
  Pick<PictureOfProps, 'texts'>;

function DistributionOf({ distribution, filledCount, texts }: DistributionOfProps) {
  return <SmallPicture distribution={distribution} label={texts.picture(distribution, filledCount)} />;
}

function CountCell({ name, profiled, texts }: CellProps & { readonly name: CountName }) {
  const t = useTranslations('columns');
  const { profile, hasFailed } = profiled;
  if (profile === null) return <Pending hasFailed={hasFailed} />;
  return (
    <>
      {texts.count(Number(figureOf(profile, name)))}
      {name === 'empty' && profile.filledCount < profile.rowCount && (
        <span className={classes['share']}>
          {' '}
          ({texts.share(profile.rowCount - profile.filledCount, profile.rowCount)})
        </span>
      )}
      {name === 'empty' && profile.emptyTextCount > 0 && (
        <span className={classes['detail']}>
          {t('emptyDetail', {
            nulls: texts.count(profile.nullCount),
            texts: texts.count(profile.emptyTextCount),
            count: profile.emptyTextCount,
          })}
        </span>
      )}
    </>
  );
}

interface ValueCellProps extends CellProps {
  readonly words: Words;
  readonly name: ValueName;
}

function ValueCell({ words, name, profiled, texts }: ValueCellProps) {
  const { profile, hasFailed } = profiled;
  if (profile === null) return <Pending hasFailed={hasFailed} />;
  const value = profile[name];
  if (value === null) return '–';
  const isComputed = name === 'sum' || name === 'mean';
  const isText = profiled.column.type === 'text';
  const { text, isExact, full } = name === 'mean' ? texts.average(value) : texts.figure(value);
  return (
    <>
      <span
        className={isText ? classes['longText'] : undefined}
        // If a text is long or digits are hidden, the tooltip shows the whole value.
        title={isText || !isExact ? full : undefined}
      >
        {texts.marked(text)}
      </span>
      {isComputed && profile.mixture !== null && (
        <span className={classes['note']}>
          <IconAlertTriangle size={13} aria-hidden="true" />
          {mixtureText(words, profile.mixture)}
        </span>
      )}
    </>
  );
}

function Pending({ hasFailed }: { readonly hasFailed: boolean }) {
  const t = useTranslations('common');
  if (hasFailed) return '–';
  return <span className={classes['pending']} role="img" aria-label={t('loading')} />;
}
