import { Menu } from '@mantine/core';
import { IconFilter, IconTableRow } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { PointMenu } from '@/ui/components/point-menu';
import type { QueryEdit } from '../../model/query-edit';
import type { SubsetCondition } from '@/analysis/conditions/row-subset';
import { ProposeForRowsEntry } from '../../conditions/propose-for-rows-entry';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { conditionsOfSubset } from '@/analysis/conditions/refinement-of-rows';

/** The rows that a bar or a value stands for, and what can be done with them. */
export interface ValueTarget {
  /** The name of the bar or value. */
  readonly label: string;
  readonly condition: SubsetCondition;
  /** The edit that adds the condition to the query; null if the service cannot filter by it. */
  readonly edit: QueryEdit | null;
}

interface OpenMenu {
  readonly target: ValueTarget;
  readonly button: HTMLElement;
}

/** The menu of a bar or a value: **Filter by this**, **Show rows** and **Propose for these rows**. */
export function useValueMenu(): {
  readonly open: (target: ValueTarget, button: HTMLElement) => void;
  /** The menu, which the caller must render; null while it is closed. */
  readonly menu: ReactNode;
} {
  const [opened, setOpened] = useState<OpenMenu | null>(null);
  const t = useTranslations('columns');
  const announce = useAnnounce();
  const { edit, showRows } = useWorkbenchActions();
  const { rowFields: fields } = useWorkbenchScope();
  const open = (target: ValueTarget, button: HTMLElement) => setOpened({ target, button });
  if (opened === null) return { open, menu: null };
  const { target, button } = opened;
  const { left, bottom } = button.getBoundingClientRect();
  const close = () => {
    setOpened(null);
    button.focus();
  };
  const queryEdit = target.edit;
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.type ?? 'text';
  const rows = { said: conditionsOfSubset({ conditions: [target.condition] }, typeOf), rows: null };
  return {
    open,
    menu: (
      <PointMenu label={t('actionsFor', { value: target.label })} xPx={left} yPx={bottom} onClose={close}>
        {queryEdit !== null && (
          <Menu.Item
            leftSection={<IconFilter size={16} />}
            onClick={() => {
              edit(queryEdit);
              announce(t('filterAdded', { value: target.label }));
            }}
          >
            {t('filterBy')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTableRow size={16} />}
          onClick={() => showRows({ conditions: [target.condition] })}
        >
          {t('showRows')}
        </Menu.Item>
        {rows.said.ok && <ProposeForRowsEntry rows={rows} onStarted={close} />}
      </PointMenu>
    ),
  };
}
