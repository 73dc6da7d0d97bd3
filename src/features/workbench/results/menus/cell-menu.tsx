import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconEye,
  IconFilter,
  IconFilterOff,
  IconListDetails,
  IconMaximize,
  IconTableColumn,
  IconTableRow,
  IconTableShortcut,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { cellComparisons, type CellComparison } from '../../model/cell-filter';
import type { CopyOptions } from '../clipboard/use-copy';
import { useWorkbenchActions } from '../../use-workbench';
import { MenuEntry } from './menu-entry';
import { PointMenu, type MenuRequest } from './point-menu';
import { Shortcut } from './shortcut';

export interface CellMenuProps {
  readonly request: MenuRequest;
  readonly field: PriceField | undefined;
  /** Undefined also where the row is not loaded. */
  readonly value: CellValue;
  readonly isLoaded: boolean;
  readonly onCopy: (options: CopyOptions) => void;
  readonly onShowValue: () => void;
  readonly onShowRecord: () => void;
  readonly onSelect: (what: 'row' | 'column') => void;
  readonly onClose: () => void;
}

/** What can be done with a cell, or with the selection it is part of. */
export function CellMenu(props: CellMenuProps) {
  const { request, field, value, onCopy } = props;
  const { editAndRun } = useWorkbenchActions();
  const t = useTranslations('resultsTools.menu');
  const { columnId } = request.place;
  const comparisons = field === undefined ? [] : cellComparisons(field, value);
  return (
    <PointMenu label={t('cellMenu')} xPx={request.xPx} yPx={request.yPx} onClose={props.onClose}>
      <MenuEntry
        leftSection={<IconCopy size={16} />}
        rightSection={<Shortcut keys={t('keyCopy')} />}
        onClick={() => onCopy({ hasHeaders: false })}
      >
        {t('copy')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconTableShortcut size={16} />}
        rightSection={<Shortcut keys={t('keyCopyHeaders')} />}
        onClick={() => onCopy({ hasHeaders: true })}
      >
        {t('copyHeaders')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconEye size={16} />}
        onClick={() => onCopy({ hasHeaders: false, isAsShown: true })}
      >
        {t('copyShown')}
      </MenuEntry>
      <Menu.Divider />
      {comparisons.length === 0 && (
        <MenuEntry
          leftSection={<ComparisonIcon comparison="this" />}
          whyNot={t(`whyNot.${filterObstacle()}`)}
          onClick={props.onClose}
        >
          {t('filterBy.this')}
        </MenuEntry>
      )}
      {comparisons.map((comparison) => (
        <MenuEntry
          key={comparison}
          leftSection={<ComparisonIcon comparison={comparison} />}
          onClick={() => editAndRun({ type: 'filter-by-cell', columnId, value, comparison: comparison })}
        >
          {t(`filterBy.${comparison}`)}
        </MenuEntry>
      ))}
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconMaximize size={16} />}
        rightSection={<Shortcut keys="F2" />}
        whyNot={props.isLoaded ? null : t('whyNot.rowMissing')}
        onClick={props.onShowValue}
      >
        {t('showValue')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconListDetails size={16} />}
        whyNot={props.isLoaded ? null : t('whyNot.rowMissing')}
        onClick={props.onShowRecord}
      >
        {t('showRecord')}
      </MenuEntry>
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconTableRow size={16} />}
        rightSection={<Shortcut keys={t('keySelectRow')} />}
        onClick={() => props.onSelect('row')}
      >
        {t('selectRow')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconTableColumn size={16} />}
        rightSection={<Shortcut keys={t('keySelectColumn')} />}
        onClick={() => props.onSelect('column')}
      >
        {t('selectColumn')}
      </MenuEntry>
    </PointMenu>
  );

  function filterObstacle() {
    if (!props.isLoaded) return 'rowMissing';
    return value === undefined ? 'valueMissing' : 'notFilterable';
  }
}

function ComparisonIcon({ comparison }: { readonly comparison: CellComparison }) {
  return comparison === 'not-this' ? <IconFilterOff size={16} /> : <IconFilter size={16} />;
}
