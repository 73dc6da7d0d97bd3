import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useResultColumns } from '@/rows/price-rows/result-columns';
import { RowsTable } from '@/rows/price-rows/rows-table';
import { viewState } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { rightText } from '@/session/rights/right-text';
import { contentOfCell } from '@/lib/grid/cell-content';
import { useGridTexts } from '@/lib/grid/use-grid-texts';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { serviceFailure, type ServiceFailure } from '@/ui/http/service-error';
import { failureLine } from '@/ui/components/failure-text';
import type { ItemRows } from '../api/item-rows.queries';
import { nameField, type ItemSection } from '../model/item-sections';
import { hasTime } from '../model/price-lanes';
import classes from './item.module.css';
import { SectionHeading, sectionId } from './section-heading';
import { useDayText } from './use-lane-text';

interface Look {
  readonly data: ItemRows | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface PriceSectionProps {
  readonly section: ItemSection;
  readonly item: string;
  readonly look: Look;
  /** The indices of the rows that are prices on the day. */
  readonly rowsOnDay: readonly number[];
  /** The ISO day whose prices are shown. */
  readonly day: string;
  /** The search parameters that open these rows in the workbench. */
  readonly search: Readonly<Record<string, string | undefined>>;
}

/** The maximum number of columns of a section that is printed on half of the page's width. */
const NARROW_COLUMNS = 8;
/** The number of rows that are shown until the user asks for all. `onDay` is enough for the prices of most items on a day. */
const SHOWN_AT_FIRST = { onDay: 24, withoutDay: 8 };

/** The rows of an item in one price column. Each section is loading, empty, failed or shown independently of the others. */
export function PriceSection({ section, look, rowsOnDay, day, search }: PriceSectionProps) {
  const t = useTranslations('item');
  const { priceColumn } = section;
  const id = sectionId(priceColumn.name);
  const { data } = look;
  const failure = serviceFailure(look.error);
  // Narrow sections are printed side by side.
  const isNarrow = (data?.columns.length ?? 0) <= NARROW_COLUMNS || rowsOnDay.length === 0;
  return (
    <section
      aria-labelledby={id}
      aria-busy={look.isFetching}
      className={classes['section']}
      data-narrow={isNarrow || undefined}
    >
      <Group justify="space-between" gap={8} mb={6}>
        <SectionHeading id={id}>{priceColumn.displayName}</SectionHeading>
        <Link
          to="/prices/$priceColumn"
          params={{ priceColumn: priceColumn.name }}
          search={search}
          state={{ isRunOnArrival: true }}
          className={classes['open']}
          aria-label={t('openNamed', { priceColumn: priceColumn.displayName })}
        >
          {t('open')}
        </Link>
      </Group>
      {content()}
      <HiddenColumns priceColumn={priceColumn} />
    </section>
  );

  function content() {
    if (data !== undefined) {
      if (data.rows.length === 0) return <Text c="dimmed">{t('noRows')}</Text>;
      return <SectionRows section={section} data={data} rowsOnDay={rowsOnDay} day={day} />;
    }
    if (failure !== null && !look.isFetching) {
      return failure.kind === 'forbidden' ? (
        <Forbidden failure={failure} />
      ) : (
        <Failed failure={failure} onRetry={() => look.refetch()} />
      );
    }
    return <SectionSkeleton label={t('loading', { priceColumn: priceColumn.displayName })} />;
  }
}

function Failed({ failure, onRetry }: { readonly failure: ServiceFailure; readonly onRetry: () => void }) {
  const tCommon = useTranslations('common');
  const line = failureLine(useWords(), failure);
  return (
    <Group gap={8} role="alert" className={classes['failed'] ?? ''}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <Text size="sm">{line}</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {tCommon('tryAgain')}
      </Button>
    </Group>
  );
}

function Forbidden({ failure }: { readonly failure: ServiceFailure }) {
  const line = failureLine(useWords(), failure);
  return (
    <Group gap={8} c="dimmed">
      <IconLock size={16} aria-hidden="true" />
      <Text size="sm">{line}</Text>
    </Group>
  );
}

export interface UnreadSectionProps {
  readonly priceColumn: PriceColumn;
  /** The right that viewing the item's column requires. */
  readonly lockedBy: string;
}

/** A section for a price column whose items the user may not view. Its rows are not requested. */
export function UnreadSection({ priceColumn, lockedBy }: UnreadSectionProps) {
  const t = useTranslations('item');
  const tRights = useTranslations('rights');
  const id = sectionId(priceColumn.name);
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <SectionHeading id={id}>{priceColumn.displayName}</SectionHeading>
      <Group gap={8} mt={6} c="dimmed">
        <IconLock size={16} aria-hidden="true" />
        <Text size="sm" title={lockedBy}>
          {t('locked', { right: rightText(tRights, lockedBy) })}
        </Text>
      </Group>
    </section>
  );
}

function HiddenColumns({ priceColumn }: { readonly priceColumn: PriceColumn }) {
  const t = useTranslations('item');
  const rights = useRights();
  const tRights = useTranslations('rights');
  const locked = priceColumn.fields.flatMap(({ name, viewRight }) => {
    const view = viewState({ viewRight }, rights);
    return view.state === 'locked' ? [{ name, right: view.right }] : [];
  });
  if (locked.length === 0) return null;
  const rightIds = [...new Set(locked.map(({ right }) => right))];
  return (
    <p className={classes['note']} title={rightIds.join(', ')}>
      <IconLock size={14} aria-hidden="true" />{' '}
      {t('hiddenColumns', {
        columns: locked.map(({ name }) => name).join(', '),
        rights: rightIds.map((right) => rightText(tRights, right)).join(', '),
      })}
    </p>
  );
}

interface SectionRowsProps {
  readonly section: ItemSection;
  readonly data: ItemRows;
  readonly rowsOnDay: readonly number[];
  readonly day: string;
}

/** A single row with more columns than this is shown as a list of values, which needs no horizontal scrolling. */
const WIDEST_TABLE = 14;

function SectionRows({ section, data, rowsOnDay, day }: SectionRowsProps) {
  const { priceColumn, itemField, columnOrder } = section;
  const t = useTranslations('item');
  const { formatInteger } = useFormats();
  const dayText = useDayText();
  const [isWhole, setWhole] = useState(false);
  const name = nameField(priceColumn.fields)?.name;
  const shownColumns = useMemo(() => {
    // The columns with the item's number and name are hidden, because the heading of the page shows them.
    const isSaid = (column: string) => column === itemField.name || column === name;
    const order = [...columnOrder, ...data.columns.filter((column) => !columnOrder.includes(column))];
    const columns = order.filter((column) => data.columns.includes(column));
    const rest = columns.filter((column) => !isSaid(column));
    return rest.length === 0 ? columns : rest;
  }, [columnOrder, data.columns, itemField.name, name]);
  const most = hasTime(section) ? SHOWN_AT_FIRST.onDay : SHOWN_AT_FIRST.withoutDay;
  const indices = isWhole ? data.rows.map((_, index) => index) : rowsOnDay.slice(0, most);
  const rows = useMemo(
    () => indices.flatMap((index) => (data.rows[index] === undefined ? [] : [data.rows[index]])),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `indices` is a new array in each render, so its text is compared
    [data.rows, indices.join()],
  );
  const [first] = rows;
  const all = data.rows.length;
  return (
    <>
      {rows.length === 0 && <Text c="dimmed">{t('noneOnDay', { day: dayText(day) })}</Text>}
      {first !== undefined &&
        (rows.length === 1 && shownColumns.length > WIDEST_TABLE ? (
          <SingleRow
            priceColumn={priceColumn}
            columns={data.columns}
            shownColumns={shownColumns}
            row={first}
          />
        ) : (
          <RowsTable
            priceColumn={priceColumn}
            columns={data.columns}
            shownColumns={shownColumns}
            rows={rows}
            label={priceColumn.displayName}
            scrollerLabel={t('scroller', { priceColumn: priceColumn.displayName })}
          />
        ))}
      <Group gap={8} mt={4}>
        <Text size="xs" c="dimmed">
          {summary()}
        </Text>
        {(isWhole || rows.length < all) && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setWhole(!isWhole)}
            className={classes['more'] ?? ''}
          >
            {isWhole
              ? t('onlyDay', { day: dayText(day) })
              : t('showAll', { all: formatInteger(all), count: all })}
          </Button>
        )}
      </Group>
    </>
  );

  function summary(): string {
    const parts = [
      hasTime(section)
        ? t(data.isAll ? 'validRows' : 'validRowsOfNewest', {
            valid: formatInteger(rowsOnDay.length),
            all: formatInteger(all),
            count: all,
            day: dayText(day),
          })
        : t(data.isAll ? 'rows' : 'firstRows', { all: formatInteger(all), count: all }),
    ];
    if (!isWhole && rows.length < rowsOnDay.length) {
      parts.push(t('someRows', { formatted: formatInteger(rows.length), count: rows.length }));
    }
    const allColumns = priceColumn.fields.length;
    if (
      data.columns.length < allColumns &&
      section.fields !== null &&
      section.fields.length < columnOrder.length
    ) {
      parts.push(
        t('someColumns', { shown: formatInteger(data.columns.length), all: formatInteger(allColumns) }),
      );
    }
    return parts.join(' · ');
  }
}

interface SingleRowProps {
  readonly priceColumn: PriceColumn;
  readonly columns: readonly string[];
  readonly shownColumns: readonly string[];
  readonly row: ItemRows['rows'][number];
}

/** Shows one row with many columns as a list of names and values. */
function SingleRow({ priceColumn, columns: names, shownColumns, row }: SingleRowProps) {
  const { columns, getCell } = useResultColumns({ columns: names }, priceColumn);
  const texts = useGridTexts();
  return (
    <dl className={classes['values']}>
      {shownColumns.map((name) => {
        const column = columns.find(({ id }) => id === name);
        if (column === undefined) return null;
        const content = contentOfCell(getCell(row, name), column, texts);
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={content.title}>{content.name ?? content.text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A placeholder while rows are loading. */
export function SectionSkeleton({ label }: { readonly label: string }) {
  return (
    <Stack gap={16} p={12} role="status" aria-label={label} className={classes['skeleton'] ?? ''}>
      <span />
      <span />
      <span />
    </Stack>
  );
}
