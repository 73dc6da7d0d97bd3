import { Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { isProvable } from '@/rows/certificates/certificate';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useByteText } from '@/ui/formats/use-byte-text';
import { useAnnounce } from '@/ui/components/announcer';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import classes from './file-dialog.module.css';
import type { FileOutline } from '@/analysis/source-files/file-outline';
import { isEncoding } from '@/analysis/source-files/recognise-file';

/** Shows facts about the file and its certificate. */
export function FileFacts({ outline }: { readonly outline: FileOutline }) {
  const t = useTranslations('files');
  const { formatInteger, formatDateTime } = useFormats();
  const byteText = useByteText();
  const { priceColumn } = useWorkbenchScope();
  const { certificate, rowCount } = outline;
  const rows = { formatted: formatInteger(rowCount), count: rowCount };
  const notes: string[] = [];
  if (certificate !== null && certificate.priceColumn !== priceColumn.name) {
    notes.push(t('facts.otherPriceColumn', { name: certificate.priceColumn, here: priceColumn.name }));
  }
  if (outline.hasOtherCertificate) notes.push(t('facts.otherCertificate'));
  if (outline.csv?.otherThanUtf8 != null) {
    const { encoding, otherThanUtf8: line } = outline.csv;
    const name = isEncoding(encoding) ? t(`encoding.${encoding}`) : encoding;
    notes.push(t('facts.otherThanUtf8', { line: formatInteger(line), encoding: name }));
  }
  if (outline.csv?.misquotedRow != null) {
    notes.push(t('facts.misquoted', { row: formatInteger(outline.csv.misquotedRow) }));
  }
  if (outline.headerRow > 1) {
    notes.push(
      t('facts.rowsBefore', { row: formatInteger(outline.headerRow), count: outline.headerRow - 1 }),
    );
  }
  if (outline.doubledHeaders.length > 0) {
    notes.push(t('facts.doubled', { names: outline.doubledHeaders.join(', ') }));
  }
  const facts = [
    t(`format.${outline.format}`),
    byteText(outline.byteCount),
    t(outline.isRowCountExact ? 'facts.rows' : 'facts.aboutRows', rows),
  ].join(' · ');
  const announce = useAnnounce();
  const report = useEffectEvent(() => announce([`${outline.name}: ${facts}`, ...notes].join(' ')));
  useEffect(() => report(), [outline]);
  return (
    <Stack gap={4}>
      <Text inherit fw={650} className={classes['fileName'] ?? ''}>
        {outline.name}
      </Text>
      <Text size="xs" c="dimmed">
        {facts}
      </Text>
      {certificate !== null && (
        <Text size="xs" c="var(--cn-success)" className={classes['withIcon'] ?? ''}>
          <IconCheck size={15} aria-hidden="true" />{' '}
          {t(isProvable(certificate) ? 'facts.certified' : 'facts.certifiedUnstable', {
            priceColumn: certificate.priceColumn,
            taken: formatDateTime(Date.parse(certificate.snapshot.created)),
            cacheKey: certificate.snapshot.cacheKey ?? '',
            ...rows,
          })}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed" className={classes['withIcon'] ?? ''}>
          <IconInfoCircle size={15} aria-hidden="true" /> {note}
        </Text>
      ))}
    </Stack>
  );
}
