import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDownload, IconGitCompare } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/shared/formats/format-settings-context';
import { downloadText } from '@/shared/ui/download-text';
import { EXPORT_FORMATS, exportFile, exportText, type ExportFormat } from '../model/schema-export';
import type { SchemaRow } from '../model/schema-row';
import { useCopy } from './copy-button';
import { useSheetText } from './use-schema-text';

export interface ExportMenuProps {
  /** Those shown, in that order. */
  readonly rows: readonly SchemaRow[];
  /** Receives a sentence that names the file. */
  readonly onDownloaded: (text: string) => void;
  /** Receives the file to compare the table with. */
  readonly onCompare: (file: File) => void;
}

/** Copies or downloads the columns shown, in several formats, and takes such a file back for a comparison. */
export function ExportMenu({ rows, onDownloaded, onCompare }: ExportMenuProps) {
  const t = useTranslations('itemSchema');
  const text = useSheetText();
  const { excelRegion } = useFormatSettings();
  const copy = useCopy();
  const fileInput = useRef<HTMLInputElement>(null);

  function copyAs(format: ExportFormat): void {
    const what = t('copy.columns', { count: rows.length, format: t(`export.formats.${format}`) });
    void copy(exportText(rows, format, { text, excelRegion }), what);
  }

  function downloadAs(format: ExportFormat): void {
    const file = exportFile(rows, format, { text, excelRegion, day: today() });
    downloadText(file.name, file.mediaType, file.text);
    onDownloaded(t('export.downloaded', { file: file.name }));
  }

  return (
    <>
      <Menu position="bottom-end" width={310}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('export.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('export.scope', { count: rows.length })}</Menu.Label>
          {EXPORT_FORMATS.map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconCopy size={15} />}
              disabled={rows.length === 0}
              onClick={() => copyAs(format)}
            >
              {t('export.copyAs', { format: t(`export.formats.${format}`) })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {EXPORT_FORMATS.map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={15} />}
              disabled={rows.length === 0}
              onClick={() => downloadAs(format)}
            >
              {t('export.downloadAs', { format: t(`export.formats.${format}`) })}
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
          // Choosing the same file again must fire another change event.
          event.currentTarget.value = '';
          if (file !== undefined) onCompare(file);
        }}
      />
    </>
  );
}

/** The local date, in ISO 8601. */
export function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
