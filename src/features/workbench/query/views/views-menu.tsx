import { Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconDeviceFloppy,
  IconDownload,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SavedView } from '../../model/saved-view';
import type { SavedViews } from '../../saved-views/use-saved-views';
import classes from './views-bar.module.css';

/** The command that the user has chosen in the menu. */
export type ViewCommand =
  | { readonly kind: 'open' | 'save' | 'revert' | 'rename' | 'delete'; readonly view: SavedView }
  | { readonly kind: 'set-default'; readonly view: SavedView; readonly isDefault: boolean }
  | { readonly kind: 'set-runs-on-open'; readonly view: SavedView; readonly runsOnOpen: boolean }
  | { readonly kind: 'save-as' | 'start-over' | 'export' | 'import' };

export interface ViewsMenuProps {
  readonly views: readonly SavedView[];
  /** The saved view that the query came from; null if there is none. */
  readonly current: SavedView | null;
  /** Whether the query or the columns differ from the current view. */
  readonly isChanged: boolean;
  readonly savedViews: SavedViews;
  readonly onCommand: (command: ViewCommand) => void;
}

/** The items of the menu of saved views. */
export function ViewsMenu({ views, current, isChanged, savedViews, onCommand }: ViewsMenuProps) {
  const t = useTranslations('views');
  const startOverId = useId();
  return (
    <>
      {views.length > 0 && <Menu.Label>{t('list')}</Menu.Label>}
      <div className={classes['views']}>
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            leftSection={
              view.id === current?.id ? <IconCheck size={14} /> : <span className={classes['noIcon']} />
            }
            rightSection={view.isDefault ? <IconStarFilled size={12} aria-label={t('default')} /> : undefined}
            aria-current={view.id === current?.id}
            onClick={() => onCommand({ kind: 'open', view })}
          >
            {view.name}
          </Menu.Item>
        ))}
      </div>
      {views.length === 0 && (
        <p className={classes['none']}>{t(savedViews.status === 'refused' ? 'refused' : 'none')}</p>
      )}
      <Menu.Divider />
      {current !== null && (
        <>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} />}
            disabled={!isChanged}
            onClick={() => onCommand({ kind: 'save', view: current })}
          >
            {t('save')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBackUp size={14} />}
            disabled={!isChanged}
            onClick={() => onCommand({ kind: 'revert', view: current })}
          >
            {t('revert')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconPlus size={14} />}
        disabled={savedViews.status !== 'ready'}
        onClick={() => onCommand({ kind: 'save-as' })}
      >
        {t('saveAs')}
      </Menu.Item>
      {current !== null && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={14} />}
            onClick={() => onCommand({ kind: 'rename', view: current })}
          >
            {t('rename')}
          </Menu.Item>
          <ToggleItem
            icon={current.isDefault ? <IconStarFilled size={14} /> : <IconStar size={14} />}
            isChecked={current.isDefault}
            onChange={(isDefault) => onCommand({ kind: 'set-default', view: current, isDefault })}
          >
            {t('makeDefault')}
          </ToggleItem>
          <ToggleItem
            icon={<IconPlayerPlay size={14} />}
            isChecked={current.runsOnOpen}
            onChange={(runsOnOpen) => onCommand({ kind: 'set-runs-on-open', view: current, runsOnOpen })}
          >
            {t('runOnOpen')}
          </ToggleItem>
          <Menu.Item
            leftSection={<IconTrash size={14} />}
            onClick={() => onCommand({ kind: 'delete', view: current })}
          >
            {t('delete')}
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconX size={14} />}
        aria-label={t('startOver')}
        aria-describedby={startOverId}
        onClick={() => onCommand({ kind: 'start-over' })}
      >
        {t('startOver')}
        <Text id={startOverId} size="xs" c="dimmed">
          {t('startOverHint')}
        </Text>
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={14} />}
        disabled={savedViews.views.length === 0}
        onClick={() => onCommand({ kind: 'export' })}
      >
        {t('export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconUpload size={14} />}
        disabled={savedViews.status !== 'ready'}
        onClick={() => onCommand({ kind: 'import' })}
      >
        {t('import')}
      </Menu.Item>
    </>
  );
}

interface ToggleItemProps {
  readonly icon: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

/** A menu item that switches a setting of the view. The check mark is on the right, because all items have an icon on the left. */
function ToggleItem({ icon, isChecked, onChange, children }: ToggleItemProps) {
  return (
    <Menu.CheckboxItem
      checked={isChecked}
      closeMenuOnClick
      classNames={{ itemIndicator: classes['indicator'] ?? '' }}
      rightSection={isChecked ? <IconCheck size={14} /> : undefined}
      onChange={onChange}
    >
      <span className={classes['toggle']}>
        {icon}
        {children}
      </span>
    </Menu.CheckboxItem>
  );
}
