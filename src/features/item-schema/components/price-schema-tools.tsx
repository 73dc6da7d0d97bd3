import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { METADATA_BYTES } from '@/contract/limits';
import { useRights } from '@/session/session-context';
import { downloadText } from '@/ui/components/download-text';
import {
  PRICE_SCHEMA_FORMATS,
  priceSchema,
  priceSchemaChanges,
  priceSchemaFile,
  priceSchemaText,
  readPriceSchemaFile,
  type PriceSchemaFormat,
  type PriceSchemaTable,
} from '../model/price-schema';
import { ChangesNote, ComparedHint } from './changes-note';
import { useCopyFeedback } from './copy-button';
import { today } from './export-menu';
import { FileMenu } from './file-menu';
import classes from './price-schema-tools.module.css';

interface ComparedFile {
  readonly name: string;
  /** The price columns in the file; null if the file is not an export of the console. */
  readonly tables: readonly PriceSchemaTable[] | null;
}

export interface PriceSchemaToolsProps {
  readonly priceColumns: readonly PriceColumn[];
  readonly label: string;
}

/** A menu that copies, downloads or compares the fields of all price columns. It opens at once, because a click has loaded it. */
export function PriceSchemaTools({ priceColumns, label }: PriceSchemaToolsProps) {
  const t = useTranslations('itemSchema');
  const rights = useRights();
  const tables = useMemo(() => priceSchema(priceColumns, rights), [priceColumns, rights]);
  const { copy, notify, feedback } = useCopyFeedback();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (wasPressed.current) return;
    wasPressed.current = true;
    // The click that loaded the menu is repeated: a menu that mounts open would not record where to return the focus.
    buttonRef.current?.focus();
    buttonRef.current?.click();
  }, []);
  const [compared, setCompared] = useState<ComparedFile | null>(null);
  const changes = useMemo(
    () => (compared?.tables == null ? null : priceSchemaChanges(compared.tables, tables)),
    [compared, tables],
  );
  const fieldCount = tables.reduce((count, { rows }) => count + rows.length, 0);

  function copyAs(format: PriceSchemaFormat): void {
    const what = t('prices.what', { format: t(`prices.formats.${format}`) });
    void copy(priceSchemaText(tables, format), what);
  }

  function downloadAs(format: PriceSchemaFormat): void {
    const file = priceSchemaFile(tables, format, today());
    downloadText(file.name, file.mediaType, file.text);
    notify(t('export.downloaded', { file: file.name }));
  }

  async function compare(file: File): Promise<void> {
    const read = file.size > METADATA_BYTES ? null : readPriceSchemaFile(await file.text(), rights);
    setCompared({ name: file.name, tables: read });
  }

  function endComparison(): void {
    setCompared(null);
    buttonRef.current?.focus();
  }

  return (
    <div className={classes['tools']}>
      <FileMenu
        position="top-start"
        scope={t('prices.scope', { count: tables.length, fields: fieldCount })}
        formats={PRICE_SCHEMA_FORMATS.map((id) => ({ id, name: t(`prices.formats.${id}`) }))}
        onCopy={copyAs}
        onDownload={downloadAs}
        onCompare={(file) => void compare(file)}
      >
        <Button ref={buttonRef} variant="default" rightSection={<IconChevronDown size={14} />}>
          {label}
        </Button>
      </FileMenu>
      {feedback}
      {compared !== null && (changes === null || changes.length === 0) && (
        <ComparedHint onDismiss={endComparison}>
          {changes === null
            ? t('prices.notAnExport', { file: compared.name })
            : t('changes.same', { file: compared.name })}
        </ComparedHint>
      )}
      {compared !== null && changes !== null && changes.length > 0 && (
        <ChangesNote changes={changes} since={compared.name} onDismiss={endComparison} />
      )}
    </div>
  );
}
