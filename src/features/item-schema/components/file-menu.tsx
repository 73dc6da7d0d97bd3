import { Menu } from '@mantine/core';
import { IconCopy, IconDownload, IconGitCompare } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface FileMenuProps<Format extends string> {
  /** The content of the button that opens the menu. */
  readonly children: ReactNode;
  readonly position: 'bottom-end' | 'top-start';
  /** Says which rows are copied or downloaded. */
  readonly scope: string;
  readonly formats: readonly { readonly id: Format; readonly name: string }[];
  readonly isEmpty?: boolean;
  readonly onCopy: (format: Format) => void;
  readonly onDownload: (format: Format) => void;
  readonly onCompare: (file: File) => void;
}

/** A menu that copies or downloads metadata in several formats, and opens an earlier download for a comparison. */
export function FileMenu<Format extends string>(props: FileMenuProps<Format>) {
  const { children, position, scope, formats, isEmpty = false, onCopy, onDownload, onCompare } = props;
  const t = useTranslations('itemSchema');
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position={position} width={310}>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{scope}</Menu.Label>
          {formats.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<IconCopy size={15} />}
              disabled={isEmpty}
              onClick={() => onCopy(id)}
            >
              {t('export.copyAs', { format: name })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {formats.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<IconDownload size={15} />}
              disabled={isEmpty}
              onClick={() => onDownload(id)}
            >
              {t('export.downloadAs', { format: name })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconGitCompare size={15} />} onClick={() => fileInput.current?.click()}>
            {t('changes.compare')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={fileInput}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label={t('changes.compareFile')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The input is reset, so that choosing the same file again fires another change event.
          event.currentTarget.value = '';
          if (file !== undefined) onCompare(file);
        }}
      />
    </>
  );
}
