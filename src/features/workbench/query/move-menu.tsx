import { Menu } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PointMenu } from '@/ui/components/point-menu';

export interface MoveMenuProps {
  readonly name: string;
  /** The 0-based position of the item to move. */
  readonly index: number;
  readonly lastIndex: number;
  readonly handleId: string;
  readonly onMove: (to: number) => void;
  readonly onClose: () => void;
}

/** A menu with commands that move an item of a list, as an alternative to dragging its handle. */
export function MoveMenu({ name, index, lastIndex, handleId, onMove, onClose }: MoveMenuProps) {
  const t = useTranslations('queryLine');
  const [box] = useState(() => document.getElementById(handleId)?.getBoundingClientRect());
  const item = (label: string, to: number, icon: ReactNode) => (
    <Menu.Item
      leftSection={icon}
      disabled={to < 0 || to > lastIndex || to === index}
      onClick={() => {
        onMove(to);
      }}
    >
      {label}
    </Menu.Item>
  );
  return (
    <PointMenu
      label={t('move.menu', { field: name })}
      xPx={box?.left ?? 0}
      yPx={box?.bottom ?? 0}
      onClose={onClose}
    >
      {item(t('move.first'), 0, <IconArrowBarToUp size={14} />)}
      {item(t('move.up'), index - 1, <IconArrowUp size={14} />)}
      {item(t('move.down'), index + 1, <IconArrowDown size={14} />)}
      {item(t('move.last'), lastIndex, <IconArrowBarToDown size={14} />)}
    </PointMenu>
  );
}
