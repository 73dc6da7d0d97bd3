import path from 'node:path';
import { namedKey } from '@/contract/local-key';
import { tooLongTexts } from '@/analysis/reading/coverage-text';
import { FILE_ENDINGS } from '@/rows/certificates/certificate';
import { certifiedFormat } from '@/rows/certificates/certified-file';
import { randomId } from '@/lib/base/random-id';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { describeQueryParts } from '@/features/workbench/model/describe-query';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import type { WorkbenchSearch } from '@/features/workbench/model/workbench-search';
import { changeColumns, type ChangeColumns } from '@/analysis/comparison/change-cells';
import { columnsOf, type ChangeRow } from '@/analysis/comparison/change-reader';
import { openChanges, type ChangesQuery } from '@/analysis/comparison/change-rows';
import { shownChangesFromParameter } from '@/analysis/comparison/changes-address';
import { writeChangesFile, type ChangesFileInput } from '@/analysis/comparison/changes-file';
import { mayHaveMoved, type SnapshotSide } from '@/analysis/comparison/compared-side';
import { differingColumns, LEFT_OUT_KINDS } from '@/analysis/comparison/comparison';
import { canWeighBy, readGreatest } from '@/analysis/comparison/read-changes';
import { SIDES } from '@/analysis/matching/matched-sides';
import { fileReading } from '@/analysis/source-files/file-reading';
import { fileNotes } from '@/analysis/source-files/file-notes';
import { TABLE_FORMATS, type TableFormat } from '@/analysis/tables/table-file';
import {
  comparisonNotes,
  filterText,
  outcomeWithoutDifferences,
  sideNotes,
} from '@/features/workbench/views/changes/comparison-notes';
import { certifiedOrigin, changesAbout } from '@/analysis/comparison/changes-texts';
import { CommandError } from '../command-problem';
import type { CommandReport } from '../command-report';
import { createFileStorage } from '../extract/file-storage';
import { CERTIFICATE_ENDING } from '../files';
import { outputFile, tableFormat } from '../extract/extract';
import type { RunContext } from '../run-context';
import { jsonText, shownLines, shownCsv } from '../shown-text';
import type { CommandWords } from '../words';
import type { Compared } from './compare-view';

export const PRINTED_FORMATS = ['text', 'json', 'csv'] as const;

export type ChangesOutput =
  | { readonly kind: 'printed'; readonly format: (typeof PRINTED_FORMATS)[number] }
  | {
      readonly kind: 'file';
      readonly folder: string;
      /** The name of the file, with its ending. */
      readonly name: string;
      readonly format: TableFormat;
    };

/** Returns where and in which format changes are written. Throws CommandError if the options contradict each other. */
export function changesOutput(out: string | undefined, format: string | undefined): ChangesOutput {
  if (out === undefined) {
    const printed = PRINTED_FORMATS.find((each) => each === (format ?? 'text'));
    if (printed !== undefined) return { kind: 'printed', format: printed };
    if (TABLE_FORMATS.some((each) => each === format)) throw new CommandError({ kind: 'no-output' });
    throw new CommandError({ kind: 'bad-value', option: '--format', value: format ?? '' });
  }
  // If the file name ends in `.csv`, `--format csv` adds no information, so the ending decides.
  const isPlainCsv = format === 'csv' && certifiedFormat(out) === 'csv';
  const { folder, stem, choice } = outputFile(out, isPlainCsv ? undefined : format);
  const written = tableFormat(choice);
  if (written === null) throw new CommandError({ kind: 'bad-changes-format', file: out });
  const ending = FILE_ENDINGS[written === 'xlsx' ? 'xlsx' : 'csv'];
  return { kind: 'file', folder, name: `${stem}.${ending}`, format: written };
}

/** The maximum number of changes that the JSON report lists one by one. */
const MOST_LISTED = 10_000;

/**
 * Reports what has changed, or writes it to a file. `search` is the address of the view, which says which changes are shown. The exit
 * code says whether changes and incomparable rows exceed `failOn`; null allows any number. Rejects with CommandError, among others.
 */
export async function compareReport(
  compared: Compared,
  search: WorkbenchSearch,
  output: ChangesOutput,
  failOn: number | null,
  context: RunContext,
): Promise<CommandReport> {
  const { request, view, completed, sides, columns, refinement } = compared;
  const { words, signal } = context;
  const { command, formats } = words;
  const changes = words.of('changes');
  const { comparison, isKeyProposed } = completed;
  const { counts, leftOut, filteredOut, spec } = comparison;
  const { fields, name, displayName } = view.priceColumn;
  const cells = changeColumns(words, spec, fields);
  const query = chosenChanges(compared, search, cells, formats.locale);
  const title =
    output.kind === 'file' ? path.parse(output.name).name : `${displayName} – ${changes('title')}`;
  const about = changesAbout(words, {
    comparison,
    sides,
    priceColumn: view.priceColumn,
    writtenColumns: columns.written,
    refinement,
    query,
    columns: cells,
  });
  const described = { name: title, about };
  const uncompared = SIDES.flatMap((side) => LEFT_OUT_KINDS.map((kind) => leftOut[side][kind]));
  const differences = [counts.added, counts.removed, counts.changed, ...uncompared].reduce(
    (sum, count) => sum + count,
    0,
  );
  const notes = notesOf(compared, context);
  const isWithFindings = failOn !== null && differences > failOn;
  const json = {
    priceColumn: name,
    query: view.words,
    snapshot: namedKey(view.opened.snapshot.cacheKey),
    isProvable: !SIDES.some((side) => mayHaveMoved(sides[side])),
    file: request.path,
    reading: fileReading(compared.file, fields),
    earlier: sideJson('earlier'),
    later: sideJson('later'),
    keys: spec.keys,
    areKeysProposed: isKeyProposed,
    price: spec.price,
    refinement,
    compared: spec.compared,
    counts,
    leftOut,
    filteredOut,
    differences,
    allowed: failOn,
    notes,
  };

  if (output.kind === 'file') {
    const files = await writtenFile(compared, query, described, output, request.region, context);
    const [file = '', proof] = files.map((each) => path.join(output.folder, each));
    const lines = [
      ...(await textLines()),
      command('compare.written', { file }),
      ...(proof === undefined ? [] : [command('extract.certificate', { file: proof })]),
    ];
    return {
      isWithFindings,
      isResult: false,
      json: { ...json, written: file, certificateFile: proof ?? null },
      text: shownLines(lines),
    };
  }
  switch (output.format) {
    case 'text':
      return { isWithFindings, isResult: false, json, text: shownLines(await textLines()) };
    case 'json': {
      const listed = { ...json, ...(await listedChanges(compared, query, signal)) };
      return { isWithFindings, isResult: true, json: listed, text: jsonText(listed) };
    }
    case 'csv': {
      const [file] = await changesFile(compared, query, described, 'csv-guarded', request.region, context);
      return { isWithFindings, isResult: true, json, text: shownCsv((await file?.content.text()) ?? '') };
    }
  }

  function sideJson(side: 'earlier' | 'later') {
    const { opened, file } = sides[side];
    return {
      taken: new Date(opened.takenAtMs).toISOString(),
      rows: opened.snapshot.rowCount,
      file: file?.outline.name ?? null,
    };
  }

  async function textLines(): Promise<readonly string[]> {
    const outcome = outcomeWithoutDifferences(comparison);
    return [
      command('compare.result', { name: displayName, file: request.path }),
      ...about.map(([label, value]) => `  ${label}: ${value}`),
      ...(outcome === null ? [] : [changes(outcome)]),
      ...notes,
      ...(await greatestLines(compared, cells, context)),
    ];
  }
}

/** Returns the query for the changes that the view shows: all changes, or those that its address selects. */
function chosenChanges(
  { completed: { comparison } }: Compared,
  { changes }: WorkbenchSearch,
  { names }: ChangeColumns,
  locale: string,
): ChangesQuery {
  const read = shownChangesFromParameter(changes, {
    differing: differingColumns(comparison.spec),
    groups: names,
    weights: names.filter((name) => canWeighBy(comparison, name)),
  });
  if (!read.ok) {
    const { text } = read.problem;
    throw new CommandError({ kind: 'address', problems: [{ part: 'subset', kind: 'unreadable', text }] });
  }
  const { kinds, column, range, movement, sort, find } = read.shown;
  const decimal = parseDecimal(find, { locale, maxIntegerDigits: 38, maxFractionDigits: 38 });
  return {
    kinds,
    column,
    range,
    movement,
    sort,
    find: find === '' ? null : { text: find, decimal: decimal.ok ? decimal.value : null },
  };
}

function notesOf(
  { view, completed, sides, columns, filters, isWithoutAdded, file: { outline }, added, isLocked }: Compared,
  { words }: RunContext,
): readonly string[] {
  const files = words.of('files');
  const { priceColumn } = view;
  const { certificate } = outline;
  const filterWords = {
    earlier: filterText(words, sides.earlier, priceColumn, isLocked),
    later: filterText(words, sides.later, priceColumn, isLocked),
  };
  return [
    ...(certificate !== null && certificate.priceColumn !== priceColumn.name
      ? [files('facts.otherPriceColumn', { name: certificate.priceColumn, here: priceColumn.name })]
      : []),
    ...(outline.hasOtherCertificate ? [files('facts.otherCertificate')] : []),
    ...fileNotes(words, added),
    ...sideNotes(words, {
      sides,
      columns,
      filters,
      filterWords,
      fields: priceColumn.fields,
    }),
    ...comparisonNotes(words, completed),
    ...tooLongNotes(completed, words),
    ...(isWithoutAdded ? [words.of('routine')('note.withoutAdded')] : []),
  ];
}

/** Names the computed columns that have blank cells because an intermediate value needs too many digits. */
function tooLongNotes({ comparison: { sides } }: Compared['completed'], words: CommandWords) {
  return SIDES.flatMap((side) => tooLongTexts(words, sides[side]));
}

async function greatestLines(
  { view, engine, completed: { comparison } }: Compared,
  { brief, signedPercent }: ChangeColumns,
  { words, signal }: RunContext,
): Promise<readonly string[]> {
  const { price } = comparison.spec;
  if (price === null) return [];
  const shown = columnsOf(comparison);
  const lineOf = ({ cells, deltaPercent }: ChangeRow) => {
    const key = shown.flatMap(({ name, role }, index) => {
      return role === 'key' ? [brief(name, cells[index]?.later)] : [];
    });
    const cell = cells[shown.findIndex(({ role }) => role === 'price')];
    return `    ${key.join(' · ')}: ${brief(price, cell?.earlier)} → ${brief(price, cell?.later)} (${signedPercent(deltaPercent ?? '')} %)`;
  };
  const greatest = await readGreatest(engine, comparison, signal, view.priceColumn.fields);
  return (['rises', 'falls'] as const).flatMap((kind) =>
    greatest[kind].length === 0
      ? []
      : [words.of('changes')(`greatest.${kind}`), ...greatest[kind].map(lineOf)],
  );
}

async function listedChanges(
  { view, engine, completed: { comparison } }: Compared,
  query: ChangesQuery,
  signal: AbortSignal,
) {
  const shown = columnsOf(comparison);
  const opened = await openChanges(engine, comparison, query, signal, view.priceColumn.fields);
  try {
    const rows = await opened.readPage(1, MOST_LISTED, signal);
    const changes = rows.map(({ kind, earlierIndex, laterIndex, cells, delta, deltaPercent }) => {
      const sideOf = (side: 'earlier' | 'later', index: number | null) =>
        index === null
          ? null
          : Object.fromEntries(shown.map(({ name }, at) => [name, cells[at]?.[side] ?? null]));
      return {
        kind,
        differing: shown.flatMap(({ name }, at) => (cells[at]?.differs === true ? [name] : [])),
        earlier: sideOf('earlier', earlierIndex),
        later: sideOf('later', laterIndex),
        delta,
        deltaPercent,
      };
    });
    return { shown: opened.rowCount, changes };
  } finally {
    await opened.close();
  }
}

/** Writes the changes to files, as **Export changes** does in the console. */
function changesFile(
  { view, engine, completed: { comparison }, sides, columns, refinement, isLocked }: Compared,
  query: ChangesQuery,
  described: Pick<ChangesFileInput, 'name' | 'about'>,
  format: TableFormat,
  excelRegion: string,
  { signedIn, words, signal, noteProgress }: RunContext,
) {
  const { priceColumn } = view;
  const originOf = (side: SnapshotSide) =>
    certifiedOrigin(side, (search) => {
      const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
      return draft === null || problems.length > 0 ? null : describeQueryParts(words, draft, priceColumn);
    });
  return writeChangesFile({
    engine,
    comparison,
    query,
    fields: priceColumn.fields,
    origin: {
      service: signedIn.account.service,
      priceColumn: priceColumn.name,
      sides: { earlier: originOf(sides.earlier), later: originOf(sides.later) },
      refinement,
      leftOutColumns: columns.written,
    },
    ...described,
    words,
    format,
    excelRegion,
    signal,
    onRows: noteProgress,
  });
}

/** Returns the names of the written files: the changes, and a certificate if the format needs a separate one. */
async function writtenFile(
  compared: Compared,
  query: ChangesQuery,
  described: Pick<ChangesFileInput, 'name' | 'about'>,
  { folder, name, format }: Extract<ChangesOutput, { kind: 'file' }>,
  region: string,
  context: RunContext,
): Promise<readonly string[]> {
  const storage = createFileStorage({ folder, name }, randomId().slice(0, 8));
  const leave = context.onLeave(storage.removeAll);
  try {
    const written = await changesFile(compared, query, described, format, region, context);
    const names = [name, `${name}${CERTIFICATE_ENDING}`];
    const files = written.map(({ content }, index) => {
      return { name: names[index] ?? name, content, seal: null, size: content.size };
    });
    await storage.commit(files);
    return files.map((file) => file.name);
  } finally {
    storage.removeAll();
    leave();
  }
}
