import { Box, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { PagedRows } from '@/lib/paged-rows/paged-rows';
import { IconButton } from '@/ui/components/icon-button';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import classes from './row-record.module.css';

interface GridBesideRecordProps {
  readonly children: ReactNode;
  /** The panel that shows one row; null while none is open. */
  readonly record: ReactNode;
  /** Moves the focus to the grid, after the rows that had the focus were replaced. */
  readonly takeFocus: () => void;
}

/** A grid with the record panel of a row beside it, or below it if there is not enough room. */
export function GridBesideRecord({ children, record, takeFocus }: GridBesideRecordProps) {
  const restoredFocus = useRestoredFocus(takeFocus);
  return (
    <div className={classes['area']}>
      <div className={classes['grid']} {...restoredFocus}>
        {children}
      </div>
      {record}
    </div>
  );
}

interface RowRecordProps<Row> {
  readonly rowIndex: number;
  readonly opened: { readonly rows: PagedRows<Row>; readonly rowCount: number };
  /** Returns the number of a row, starting at 0; by default its position in the grid. */
  readonly numberOf?: ((row: Row) => number) | undefined;
  readonly children: (row: Row) => ReactNode;
  /** Called to make another row the active one, without moving the focus. */
  readonly onGo: (rowIndex: number) => void;
  readonly onClose: () => void;
}

/** The region **Record**, which shows the details of one row of the grid. */
export function RowRecord<Row>(props: RowRecordProps<Row>) {
  const { rowIndex, opened, numberOf, children, onGo, onClose } = props;
  const t = useTranslations('resultsTools');
  const { formatInteger } = useFormats();
  const { rows, rowCount } = opened;
  const row = useSyncExternalStore(rows.subscribe, () => rows.getRow(rowIndex));
  const number = row === null || numberOf === undefined ? rowIndex : numberOf(row);
  const region = useRef<HTMLElement>(null);
  // The button that was pressed may be removed with its row, or disabled at the last row. Then the region takes the focus.
  const restoredFocus = useRestoredFocus(() => region.current?.focus());
  return (
    // The section handles key events of the controls that it contains.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t('record')}
      className={classes['record']}
      {...restoredFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'F2') return;
        event.preventDefault();
        onClose();
      }}
    >
      <Group
        component="header"
        gap={4}
        wrap="nowrap"
        p="4px 8px 4px 12px"
        className={classes['header'] ?? ''}
      >
        <Title order={2} size="lg" fw={700} flex={1}>
          {t('recordTitle', { row: formatInteger(number + 1) })}
        </Title>
        <IconButton label={t('previousRow')} disabled={rowIndex === 0} onClick={() => onGo(rowIndex - 1)}>
          <IconChevronUp size={16} />
        </IconButton>
        <IconButton
          label={t('nextRow')}
          disabled={rowIndex >= rowCount - 1}
          onClick={() => onGo(rowIndex + 1)}
        >
          <IconChevronDown size={16} />
        </IconButton>
        <IconButton label={t('recordClose')} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </Group>
      {row === null ? (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('recordLoading')}
        </Text>
      ) : (
        <Box flex={1} mih={0} px={12} py={8} className={classes['body']}>
          {children(row)}
        </Box>
      )}
    </section>
  );
}
