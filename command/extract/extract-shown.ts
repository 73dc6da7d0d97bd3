import path from 'node:path';
import { isStable } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import { rowOrderFromParameter, rowSortOf } from '@/analysis/conditions/row-order';
import { rowsReadText } from '@/analysis/reading/coverage-text';
import { openSubset } from '@/analysis/rows/open-subset';
import { writeSubsetFile } from '@/analysis/row-table/subset-file';
import { rowsOrigin } from '@/analysis/tables/rows-origin';
import type { TableFormat } from '@/analysis/tables/table-file';
import { FILE_ENDINGS } from '@/rows/certificates/certificate';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import { CERTIFICATE_ENDING } from '../files';
import type { CommandReport } from '../command-report';
import { withShownRows, type ShownRows } from '../engine/shown-rows';
import type { RunContext } from '../run-context';
import { shownLines } from '../shown-text';
import { openView, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';
import { isOfProposal, tableFormat, type OutputFile } from './extract';
import { createFileStorage } from './file-storage';

/** Writes the rows of a refined or extended view from the engine, with a certificate. Rejects with CommandError, among others. */
export async function extractShown(
  view: CommandView,
  output: OutputFile,
  region: string,
  context: RunContext,
): Promise<CommandReport> {
  const { signedIn, words, signal, retryUntilDone } = context;
  const format = tableFormat(output.choice);
  if (format === null) {
    throw new CommandError({ kind: 'bad-shown-format', file: path.join(output.folder, output.stem) });
  }
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  return withShownRows(opened, context, (shown) =>
    written(view, opened, shown, { ...output, format, region }, context),
  );
}

async function written(
  view: CommandView,
  { opened, draft, highlights, words: query }: OpenedView,
  { engine, rowsRead, priceColumn, notes: rowNotes }: ShownRows,
  { folder, stem, format, region }: OutputFile & { readonly format: TableFormat; readonly region: string },
  { signedIn, words, signal, onLeave, noteProgress, progress }: RunContext,
): Promise<CommandReport> {
  const { command, formats } = words;
  const notes = [...(isOfProposal(view) ? [command('extract.withoutRules')] : []), ...rowNotes];
  const { columns } = rowsRead.table;
  const sort = rowOrderFromParameter(view.search.order, (name) => columns.some((each) => each.name === name));
  const source = { whole: opened, rowsRead: { ...rowsRead, engine }, fields: priceColumn.fields };
  const rows = await openSubset(source, { conditions: [] }, signal, sort, rowSortOf(draft?.sort ?? []));
  const { rowCount } = rows.snapshot;
  const name = `${stem}.${FILE_ENDINGS[format === 'xlsx' ? 'xlsx' : 'csv']}`;
  const storage = createFileStorage({ folder, name }, randomId().slice(0, 8));
  const leave = onLeave(storage.removeAll);
  try {
    const [file, certificate] = await writeSubsetFile(
      {
        priceColumn,
        opened: rows,
        rowsRead,
        words: rowsRead.refined?.words ?? words.of('subset')('withAdded'),
        shown: { conditions: [], sort },
        origin: rowsOrigin(rowsRead, rows, {
          service: signedIn.account.service,
          priceColumn: priceColumn.name,
          query: query === null ? [] : [query],
        }),
        fileName: stem,
        rules: highlights,
      },
      {
        format,
        words,
        excelRegion: region,
        signal,
        onRows: (done, all) => {
          noteProgress();
          progress.rows(done, all, null);
        },
      },
    );
    if (file === undefined) throw new Error('A file was written that is not there.');
    const { content } = file;
    const proof = certificate === undefined ? null : path.join(folder, `${name}${CERTIFICATE_ENDING}`);
    await storage.commit([
      { name, content, seal: null, size: content.size },
      ...(certificate === undefined
        ? []
        : [
            {
              name: `${name}${CERTIFICATE_ENDING}`,
              content: certificate.content,
              seal: null,
              size: certificate.content.size,
            },
          ]),
    ]);
    const shown = rowsReadText(words, rowsRead);
    const out = path.join(folder, name);
    const lines = [
      command('extract.written', {
        file: out,
        rows: formats.formatInteger(rowCount),
        count: rowCount,
        fields: columns.length,
        size: words.byteText(content.size),
      }),
      command('extract.of', {
        name: priceColumn.displayName,
        query: [query, shown].filter(Boolean).join(' · '),
      }),
      ...(proof === null ? [] : [command('extract.certificate', { file: proof })]),
      ...notes,
    ];
    return {
      isWithFindings: false,
      isResult: false,
      text: shownLines(lines),
      json: {
        file: out,
        certificateFile: proof,
        priceColumn: priceColumn.name,
        query,
        shown,
        rows: rowCount,
        fields: columns.map((column) => column.name),
        bytes: content.size,
        snapshot: namedKey(opened.snapshot.cacheKey),
        isProvable: isStable(opened.snapshot),
        notes,
      },
    };
  } finally {
    storage.removeAll();
    leave();
  }
}
