import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useWorkbenchActions } from '../../controller/use-workbench';
import type { ChangeColumns } from '@/analysis/comparison/change-cells';
import type { ChangeRow } from '@/analysis/comparison/change-reader';
import classes from './changes.module.css';
import type { SideName, SnapshotSides } from '@/analysis/comparison/compared-side';

export interface ChangeRecordProps {
  readonly row: ChangeRow;
  readonly columns: ChangeColumns;
  readonly sides: SnapshotSides;
}

/** Shows one row of the comparison with its values on both sides. */
export function ChangeRecord({ row, columns, sides }: ChangeRecordProps) {
  const t = useTranslations('changes');
  const { openAddress } = useWorkbenchActions();
  const indexes: Readonly<Record<SideName, number | null>> = {
    earlier: row.earlierIndex,
    later: row.laterIndex,
  };
  return (
    <>
      <Group component="p" gap={8} m="0 0 8px">
        {(['earlier', 'later'] as const).map((name) => {
          const index = indexes[name];
          // There is no button for a side that is a file, because a link cannot open a file.
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
      </Group>
      <FigureTable isRecord className={classes['recordFigures']} aria-label={t('record.values')}>
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
            // If the two values differ only in digits that the column hides, all digits are shown.
            const isWhole =
              cell?.differs === true && columns.brief(name, cell.earlier) === columns.brief(name, cell.later);
            const textOf = isWhole ? columns.shown : columns.brief;
            return (
              <tr key={name} data-differs={cell?.differs === true || undefined}>
                <th scope="row">
                  {name}
                  {cell?.differs === true && (
                    <Text span inherit fz="xs" c="dimmed" display="block">
                      {t('record.differs')}
                    </Text>
                  )}
                </th>
                <td title={has('earlier') ? columns.shown(name, cell?.earlier) : undefined}>
                  {has('earlier') ? textOf(name, cell?.earlier) : '–'}
                </td>
                <td title={has('later') ? columns.shown(name, cell?.later) : undefined}>
                  {has('later') ? textOf(name, cell?.later) : '–'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </FigureTable>
    </>
  );
}
