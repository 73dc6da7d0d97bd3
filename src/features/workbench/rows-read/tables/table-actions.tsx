import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { downloadBlob } from '@/ui/components/download-text';
import { writeClipboard } from '../../clipboard/write-clipboard';
import { TABLE_FORMATS, tableFile, tableForClipboard, type TableFormat } from '@/analysis/tables/table-file';
import type { SummaryTable } from '@/analysis/tables/summary-table';
import classes from './table-actions.module.css';

export interface TableActionsProps {
  /** Creates the table at the time when it is copied or exported; null if there is no table yet. */
  readonly getTable: (() => SummaryTable) | null;
  /** Whether the table is only one part of a view. The buttons are then named **Copy** and **Export**. */
  readonly isPart?: boolean;
}

/** How long the message about a copy or an export is shown. */
const NOTE_MS = 8_000;

/** Buttons that copy a table of figures for Excel or export it to a file, with a message about the result. */
export function TableActions({ getTable, isPart = false }: TableActionsProps) {
  const t = useTranslations('tableExport');
  const words = useWords();
  const { formats } = words;
  const { excelRegion } = useFormatSettings();
  const announce = useAnnounce();
  const [note, setNote] = useState('');
  useEffect(() => {
    if (note === '') return undefined;
    const timer = setTimeout(() => setNote(''), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);

  function report(text: string): void {
    setNote(text);
    announce(text);
  }

  async function copy(): Promise<void> {
    const table = getTable?.();
    if (table === undefined) return;
    // There is no `await` before the clipboard is written, because browsers allow that only during the button press.
    const { content, counts } = tableForClipboard(table, excelRegion);
    const isCopied = await writeClipboard(content);
    const rows = { count: table.rows.length, formatted: formats.formatInteger(table.rows.length) };
    const asText = { count: counts.tooPrecise, formatted: formats.formatInteger(counts.tooPrecise) };
    if (!isCopied) report(t('notCopied'));
    else report(t('copied', rows) + (counts.tooPrecise > 0 ? ` ${t('tooPrecise', asText)}` : ''));
  }

  async function download(format: TableFormat): Promise<void> {
    const table = getTable?.();
    if (table === undefined) return;
    try {
      const { name, content } = await tableFile(table, format, {
        excelRegion,
        aboutTitle: t('about'),
        words,
      });
      downloadBlob(name, content);
      report(t('exported', { file: name }));
    } catch {
      report(t('notExported'));
    }
  }

  return (
    <Group gap={8}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCopy size={15} />}
        disabled={getTable === null}
        onClick={() => void copy()}
      >
        {t(isPart ? 'copyPart' : 'copy')}
      </Button>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} />}
            rightSection={<IconChevronDown size={14} />}
            disabled={getTable === null}
          >
            {t(isPart ? 'exportPart' : 'export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {TABLE_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void download(format)}>
              {t(`formats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {note !== '' && <span className={classes['note']}>{note}</span>}
    </Group>
  );
}
