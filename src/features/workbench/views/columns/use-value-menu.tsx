import { Menu } from '@mantine/core';
import { IconFilter, IconTableRow } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { PointMenu } from '@/ui/components/point-menu';
import type { QueryEdit } from '../../model/query-edit';
import type { SubsetCondition } from '../../model/row-subset';
import { ProposeForRowsEntry } from '../../conditions/propose-for-rows-entry';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { conditionsOfSubset } from '../../model/refinement-of-rows';

/** The rows behind a bar or a value. */
export interface ValueTarget {
  /** Names the rows. */
  readonly label: string;
  readonly condition: SubsetCondition;
  /** The condition as an edit of the query; null if the service cannot filter by it. */
  readonly edit: QueryEdit | null;
}

interface OpenMenu {
  readonly target: ValueTarget;
  readonly button: HTMLElement;
}

/** The menu of a bar or a value: **Filter by this**, **Show rows** and **Propose for these rows**. */
export function useValueMenu(): {
  readonly open: (target: ValueTarget, button: HTMLElement) => void;
  /** The menu, which the caller renders; null while it is closed. */
  readonly menu: ReactNode;
} {
  const [opened, setOpened] = useState<OpenMenu | null>(null);
  const t = useTranslations('columns');
  const announce = useAnnounce();
  const { edit, showRows } = useWorkbenchActions();
  const { fields } = useWorkbenchScope().priceColumn;
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
