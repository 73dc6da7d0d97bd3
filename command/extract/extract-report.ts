import { isProvable, type Certificate } from '@/rows/certificates/certificate';
import type { CommandReport } from '../command-report';
import { shownLines } from '../shown-text';
import type { CommandWords } from '../words';
import type { Extracted } from './extract';

/** Reports which files an extraction has written, with notes that users of the files should know. */
export function extractReport(
  { view, isOfProposal, certificate, files, bytes }: Extracted,
  words: CommandWords,
): CommandReport {
  const { command, formats } = words;
  const { rows, columns, digest, keys, snapshot, query } = certificate;
  const notes = [
    ...(isOfProposal ? [words.command('extract.withoutRules')] : []),
    ...fileNotes(certificate, words),
  ];
  const [file = '', proof] = files;
  const { doubled } = keys;
  const isProven = isProvable(certificate);
  const lines = [
    ...(isProven ? [] : [`${words.of('export')('notProvable')}. ${words.of('export')('unstable')}`]),
    command('extract.written', {
      file,
      rows: formats.formatInteger(rows.written),
      count: rows.written,
      fields: columns.length,
      size: words.byteText(bytes),
    }),
    command('extract.of', { name: view.priceColumn.displayName, query: query.words.join(' · ') }),
    command('extract.digest', { sha256: digest.sha256 }),
    ...(proof === undefined ? [] : [command('extract.certificate', { file: proof })]),
    ...(doubled === undefined
      ? []
      : [
          command('extract.doubled', {
            keys: formats.formatInteger(doubled.keys),
            columns: keys.columns.join(', '),
          }),
        ]),
    ...notes,
  ];
  return {
    isWithFindings: false,
    isResult: false,
    text: shownLines(lines),
    json: {
      file,
      certificateFile: proof ?? null,
      priceColumn: certificate.priceColumn,
      query: query.words,
      rows: rows.written,
      fields: columns.map(({ name }) => name),
      bytes,
      snapshot,
      isProvable: isProven,
      sha256: digest.sha256,
      keys,
      notes,
      started: certificate.started,
      finished: certificate.finished,
    },
  };
}

/** Returns the console's notes about values that the file writes in another form than the snapshot. */
function fileNotes({ keys, file }: Certificate, words: CommandWords): readonly string[] {
  const { formats, command } = words;
  const t = words.of('export');
  const counted = (['guardedTexts', 'numbersAsText', 'datesCut', 'datesAsText'] as const).flatMap((note) => {
    const count = file[note];
    return count > 0 ? [t(`notes.${note}`, { count, formatted: formats.formatInteger(count) })] : [];
  });
  return [
    ...(keys.areUnique === null ? [t('keysUnchecked')] : []),
    ...counted,
    ...(file.guardedTexts > 0 ? [command('extract.unguarded')] : []),
    ...(file.textColumns.length > 0
      ? [t('notes.textColumns', { columns: file.textColumns.join(', ') })]
      : []),
  ];
}
