import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { IconButton } from '@/shared/ui/icon-button';
import { useWorkbenchActions } from '../../use-workbench';
import type { ChangeColumns } from './change-cells';
import type { ChangeRow } from './change-reader';
import type { ChangeRows } from './change-rows';
import classes from './changes.module.css';
import type { SideName, SnapshotSides } from './compared-side';

export interface ChangeRecordProps {
  readonly rowIndex: number;
  readonly opened: ChangeRows;
  readonly columns: ChangeColumns;
  readonly sides: SnapshotSides;
  /** Makes another row the active one, without moving the focus. */
  readonly onGo: (rowIndex: number) => void;
  readonly onClose: () => void;
}

/** Region **Record**: a row of the comparison with the values of both sides. */
export function ChangeRecord({ rowIndex, opened, columns, sides, onGo, onClose }: ChangeRecordProps) {
  const tTools = useTranslations('resultsTools');
  const { formatInteger } = useFormats();
  const { rows, rowCount } = opened;
  const row = useSyncExternalStore(rows.subscribe, () => rows.getRow(rowIndex));
  return (
    // The key events bubble from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={tTools('record')}
      className={classes['record']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'F2') return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={classes['recordHeader']}>
        <h2>{tTools('recordTitle', { row: formatInteger(rowIndex + 1) })}</h2>
        <IconButton
          label={tTools('previousRow')}
          disabled={rowIndex === 0}
          onClick={() => onGo(rowIndex - 1)}
        >
          <IconChevronUp size={16} />
        </IconButton>
        <IconButton
          label={tTools('nextRow')}
          disabled={rowIndex >= rowCount - 1}
          onClick={() => onGo(rowIndex + 1)}
        >
          <IconChevronDown size={16} />
        </IconButton>
        <IconButton label={tTools('recordClose')} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </header>
      {row === null ? (
        <p className={classes['note']} aria-live="polite">
          {tTools('recordLoading')}
        </p>
      ) : (
        <RecordTable row={row} columns={columns} sides={sides} />
      )}
    </section>
  );
}

interface RecordTableProps {
  readonly row: ChangeRow;
  readonly columns: ChangeColumns;
  readonly sides: SnapshotSides;
}

function RecordTable({ row, columns, sides }: RecordTableProps) {
  const t = useTranslations('changes');
  const { openAddress } = useWorkbenchActions();
  const indexes: Readonly<Record<SideName, number | null>> = {
    earlier: row.earlierIndex,
    later: row.laterIndex,
  };
  return (
    <div className={classes['recordBody']}>
      <p className={classes['openSides']}>
        {(['earlier', 'later'] as const).map((name) => {
          const index = indexes[name];
          // No address opens a file.
          if (index === null || sides[name].file !== undefined) return null;
          return (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              onClick={() => openAddress({ ...sides[name].search, row: String(index + 1) })}
            >
              {t(`record.open.${name}`)}
            </Button>
          );
        })}
      </p>
      <table className={classes['figures']} aria-label={t('record.values')}>
        <thead>
          <tr>
            <th scope="col">{t('record.column')}</th>
            <th scope="col">{t('side.earlier')}</th>
            <th scope="col">{t('side.later')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.names.map((name, index) => {
            const cell = row.cells[index];
            const has = (side: SideName) => indexes[side] !== null;
            return (
              <tr key={name} data-differs={cell?.differs === true || undefined}>
                <th scope="row">
                  {name}
                  {cell?.differs === true && (
                    <span className={classes['differs']}>{t('record.differs')}</span>
                  )}
                </th>
                <td>{has('earlier') ? columns.shown(name, cell?.earlier) : '–'}</td>
                <td>{has('later') ? columns.shown(name, cell?.later) : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
