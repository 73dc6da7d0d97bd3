import { damaged } from './damaged-file';
import { readPart, relationships } from './package-parts';
import { textElements } from './xlsx-cells';
import { GENERAL, numberFormat, type NumberFormat } from './xlsx-number-formats';
import { unescapedText } from './xlsx-text';
import { readXml, xmlBoolean, type ElementReader, type XmlAttributes } from './xml-reader';
import type { ZipFile } from './zip-reader';

export interface Sheet {
  readonly title: string;
  readonly isHidden: boolean;
  /** The name of the sheet's part. Null if the workbook does not state it. */
  readonly part: string | null;
}

export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  /** The number of days from 30 December 1899 to the day from which the workbook's serials count. */
  readonly firstDay: number;
  /** The names of the parts with shared texts and styles. Not every workbook has them. */
  readonly textsPart: string;
  readonly stylesPart: string;
}

/** Thrown if the shared texts of a workbook do not fit into memory. */
export class LargeTextsError extends Error {
  override readonly name = 'LargeTextsError';
}

/** The days from 30 December 1899 to 1 January 1904, the first day in workbooks from old versions of Excel for Mac. */
const DAYS_UNTIL_1904 = 1_462;
/** The part in which nearly all programs store the list of sheets. */
const USUAL_WORKBOOK = 'xl/workbook.xml';
/** The most characters before the workbook element. A document without one by then is not a workbook. */
const LONGEST_PROLOGUE = 1_000_000;

/** Reads the list of sheets. Returns null if the archive is not a workbook. Rejects with a DamagedFileError. */
export async function workbookParts(zip: ZipFile): Promise<WorkbookParts | null> {
  const main = (await relationships(zip, '')).find(({ type }) => type === 'officeDocument');
  const part = main?.part ?? USUAL_WORKBOOK;
  // The parts of binary workbooks are not XML, so they cannot be read.
  if (/\.bin$/i.test(part) || (await zip.entry(part)) === null) return null;
  let isWorkbook = false;
  let firstDay = 0;
  const listed: XmlAttributes[] = [];
  const properties: ElementReader = {
    onOpen: ({ date1904 = 'false' }) => {
      const isFrom1904 = xmlBoolean(date1904);
      if (isFrom1904 === null) throw damaged({ kind: 'structure', part });
      if (isFrom1904) firstDay = DAYS_UNTIL_1904;
    },
  };
  const sheet: ElementReader = { onOpen: (attributes) => listed.push(attributes) };
  const workbook: ElementReader = {
    children: new Map([
      ['workbookPr', properties],
      ['sheets', { children: new Map([['sheet', sheet]]) }],
    ]),
    onOpen: () => (isWorkbook = true),
  };
  const isWanted = (length: number) => isWorkbook || length < LONGEST_PROLOGUE;
  await readPart(zip, part, { children: new Map([['workbook', workbook]]) }, isWanted);
  if (!isWorkbook) return null;
  const related = await relationships(zip, part);
  const byId = new Map(related.map((relationship) => [relationship.id, relationship]));
  const partOf = (type: string) =>
    related.find((relationship) => relationship.type === type)?.part ??
    `${part.slice(0, part.lastIndexOf('/') + 1)}${type}.xml`;
  const sheets = listed.flatMap((attributes): Sheet[] => {
    const id = Object.entries(attributes).find(([name]) => /^(?:.*:)?id$/.test(name))?.[1] ?? '';
    const relationship = byId.get(id);
    // Leaves out modules of old macros, which are listed as sheets without a part, and charts, dialogs and macros, which have no table.
    if (id === '' || OTHER_SHEETS.has(relationship?.type ?? '')) return [];
    const title = unescapedText(attributes['name'] ?? '');
    const isHidden = attributes['state']?.toLowerCase().includes('hidden') === true;
    return [{ title, isHidden, part: relationship?.part ?? null }];
  });
  const titles = sheets.map(({ title }) => title);
  if (new Set(titles).size < titles.length) throw damaged({ kind: 'structure', part });
  return { sheets, firstDay, textsPart: partOf('sharedStrings'), stylesPart: partOf('styles') };
}

const OTHER_SHEETS: ReadonlySet<string> = new Set([
  'chartsheet',
  'dialogsheet',
  'xlMacrosheet',
  'xlIntlMacrosheet',
]);

/** Returns the number formats of all cell styles, by the index of the style. Rejects with a DamagedFileError. */
export async function cellFormats(zip: ZipFile, part: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<string, string>();
  const ids: string[] = [];
  const format: ElementReader = {
    onOpen: ({ numFmtId = '', formatCode = '' }) => codes.set(numFmtId.trim(), unescapedText(formatCode)),
  };
  const style: ElementReader = { onOpen: ({ numFmtId = '0' }) => ids.push(numFmtId.trim()) };
  const styles: ElementReader = {
    children: new Map([
      // Reads only this list, because formats for conditional formatting are in another list and may have the same ids.
      ['numFmts', { children: new Map([['numFmt', format]]) }],
      ['cellXfs', { children: new Map([['xf', style]]) }],
    ]),
  };
  await readPart(zip, part, { children: new Map([['styleSheet', styles]]) });
  // A workbook without styles shows all numbers in the general format.
  return ids.length === 0 ? [GENERAL] : ids.map((id) => numberFormat(Number(id), codes.get(id) ?? null));
}

/** Reads all shared texts, up to `mostLength` characters. Rejects with a LargeTextsError or a DamagedFileError. */
export async function sharedTexts(
  zip: ZipFile,
  part: string,
  mostLength: number,
): Promise<readonly string[]> {
  const content = await zip.entry(part);
  if (content === null) return [];
  const shared: string[] = [];
  let text = '';
  const item: ElementReader = {
    children: textElements((piece) => (text = text === '' ? piece : `${text}${piece}`)),
    onOpen: () => (text = ''),
    onClose: () => shared.push(unescapedText(text)),
  };
  const document = { children: new Map([['sst', { children: new Map([['si', item]]) }]]) };
  let length = 0;
  for await (const read of readXml(content, part, document)) {
    length += read;
    if (length > mostLength || shared.length > mostLength / TEXT_OVERHEAD) throw new LargeTextsError();
  }
  return shared;
}

/** The number of characters that count for each text in addition to its own, because even an empty text takes memory. */
const TEXT_OVERHEAD = 20;
