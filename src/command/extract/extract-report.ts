import type { CommandReport } from '../command-report';
import type { Words } from '../words';
import type { Extracted } from './extract';

/** Says what an extraction has written, and what of it a reader should know. */
export function extractReport({ view, certificate, files, bytes }: Extracted, words: Words): CommandReport {
  const { command, formats } = words;
  const { rows, columns, digest, keys, snapshot, query } = certificate;
  const [file = '', proof] = files;
  const { doubled } = keys;
  const lines = [
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
  ];
  return {
    isWithFindings: false,
    isResult: false,
    text: `${lines.join('\n')}\n`,
    json: {
      file,
      certificateFile: proof ?? null,
      priceColumn: certificate.priceColumn,
      query: query.words,
      rows: rows.written,
      fields: columns.map(({ name }) => name),
      bytes,
      snapshot,
      sha256: digest.sha256,
      keys,
      started: certificate.started,
      finished: certificate.finished,
    },
  };
}
