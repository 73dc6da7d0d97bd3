import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { downloadText } from '@/ui/components/download-text';
import { EXPORT_FORMATS, exportFile, exportText, type ExportFormat } from '../model/schema-export';
import type { SchemaRow } from '../model/schema-row';
import { useCopy } from './copy-button';
import { FileMenu } from './file-menu';
import { useSheetText } from './use-schema-text';

export interface ExportMenuProps {
  readonly rows: readonly SchemaRow[];
  /** Called after a download, with a sentence that names the file. */
  readonly onDownloaded: (text: string) => void;
  readonly onCompare: (file: File) => void;
}

/** A menu that copies or downloads the visible columns in several formats, and compares them with an earlier download. */
export function ExportMenu({ rows, onDownloaded, onCompare }: ExportMenuProps) {
  const t = useTranslations('itemSchema');
  const text = useSheetText();
  const { excelRegion } = useFormatSettings();
  const copy = useCopy();

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
    <FileMenu
      position="bottom-end"
      scope={t('export.scope', { count: rows.length })}
      formats={EXPORT_FORMATS.map((id) => ({ id, name: t(`export.formats.${id}`) }))}
      isEmpty={rows.length === 0}
      onCopy={copyAs}
      onDownload={downloadAs}
      onCompare={onCompare}
    >
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        rightSection={<IconChevronDown size={14} />}
      >
        {t('export.button')}
      </Button>
    </FileMenu>
  );
}

/** Returns the local date in ISO 8601. */
export function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
