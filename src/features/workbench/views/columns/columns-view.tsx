import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { TableActions } from '../../rows-read/tables/table-actions';
import { ColumnProfilePanel } from './column-profile-panel';
import classes from './columns-view.module.css';
import { profileFigures } from '@/analysis/profiles/profile-figures';
import { ProfileTable } from './profile-table';
import { PicturesView } from './pictures/pictures-view';
import { useColumnProfiles } from './use-column-profiles';
import { useColumnsSetup } from './use-columns-setup';

/** The **Columns** view: describes each column of the rows read, in a table or in charts. */
// The return type is declared, because inferring it would be circular: it depends on the address parameters that this view defines.
export function ColumnsView(): ReactNode {
  const { layout } = useColumnsSetup();
  return layout === 'pictures' ? <PicturesView /> : <ColumnsTable />;
}

/** A table of the columns with their figures. The profile of a column opens beside the table. */
function ColumnsTable() {
  const rowsRead = useRowsRead();
  const t = useTranslations('columns');
  const tCommon = useTranslations('common');
  const words = useWords();
  const { priceColumn } = useWorkbenchScope();
  // Figures arrive faster than React renders the table, so the value is deferred, and React skips intermediate states.
  const { columns, shown, retryFailed } = useDeferredValue(useColumnProfiles(rowsRead));
  // The table is rendered only after the click that opens the view was handled, so that the click responds at once.
  const isTableDue = useDeferredValue(true, false);
  const [openName, setOpenName] = useState<string | null>(null);
  const tableRef = useRef<HTMLDivElement>(null);
  const opened = columns.find(({ column }) => column.name === openName);
  const failedCount = columns.filter(({ hasFailed }) => hasFailed).length;
  const isComplete = columns.every(({ profile }) => profile !== null);
  const figuresRows = columns[0]?.profile?.rowCount;

  const close = useCallback(() => {
    setOpenName(null);
    const buttons = tableRef.current?.querySelectorAll<HTMLElement>('[data-profile-of]') ?? [];
    [...buttons].find(({ dataset }) => dataset['profileOf'] === openName)?.focus();
  }, [openName]);

  return (
    <div className={classes['view']}>
      <Group gap="8px 16px" px={12} py={8}>
        <TableActions
          getTable={isComplete ? () => profileFigures(words, columns, shown, priceColumn) : null}
        />
        {shown.coverage.kind === 'part' && figuresRows !== undefined && (
          <Text size="xs" c="dimmed">
            {t('moment', { rows: words.formats.formatInteger(figuresRows) })}
          </Text>
        )}
        {failedCount > 0 && (
          <Group component="span" role="alert" gap={8} c="var(--cn-danger)">
            <IconAlertTriangle size={16} aria-hidden="true" />
            {t('failed', { count: failedCount })}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              onClick={retryFailed}
            >
              {tCommon('tryAgain')}
            </Button>
          </Group>
        )}
      </Group>
      <div className={classes['body']}>
        <div ref={tableRef} className={classes['table']}>
          {isTableDue && <ProfileTable columns={columns} openName={openName} onOpen={setOpenName} />}
        </div>
        {opened !== undefined && (
          <ColumnProfilePanel key={opened.column.name} profiled={opened} rowsRead={shown} onClose={close} />
        )}
      </div>
    </div>
  );
}
