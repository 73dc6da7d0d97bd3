import { Menu } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { PointMenu } from '@/ui/components/point-menu';

/** A tool that has no room in the toolbar. */
export interface AwayTool {
  readonly name: string;
  readonly isDisabled: boolean;
  /** A tooltip, for example why the tool is disabled. */
  readonly hint: string;
  readonly use: () => void;
}

export interface MoreToolsProps {
  readonly tools: readonly AwayTool[];
  /** The button that opened the menu. It receives the focus when the menu closes. */
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/** The menu of the tools that do not fit in the toolbar. */
export function MoreTools({ tools, opener, onClose }: MoreToolsProps) {
  const t = useTranslations('results');
  const { left, bottom } = opener.getBoundingClientRect();
  const close = () => {
    onClose();
    opener.focus();
  };
  return (
    <PointMenu label={t('moreTools')} xPx={left} yPx={bottom} onClose={close}>
      {tools.map(({ name, isDisabled, hint, use }) => (
        <Menu.Item
          key={name}
          {...(hint !== '' && { title: hint })}
          {...(isDisabled && { 'aria-disabled': true, 'data-disabled': true })}
          closeMenuOnClick={false}
          onClick={() => {
            if (isDisabled) return;
            // Closing first moves the focus to the button, so that whatever the tool opens can return the focus to it.
            close();
            use();
          }}
        >
          {name}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}
