import { damaged } from './damaged-file';
import { attribute, elementsIn, isWholeXml, xmlElements, xmlText } from './xml-elements';
import { texts } from './xlsx-cells';
import { isDateFormat } from './xlsx-date-formats';
import { plainText } from './xlsx-text';
import type { ZipFile } from './zip-reader';

/** An entry of the workbook's list of sheets. */
export interface Sheet {
  readonly title: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** The information that all sheets of a workbook share. */
export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  /** Days between 30 December 1899 and the day that numbers count from. */
  readonly firstDay: number;
  /** Names of the parts with texts and styles. */
  readonly textsPart: string;
  readonly stylesPart: string;
}

/** The texts of a workbook, which all its sheets share, do not fit into memory. */
export class LargeTextsError extends Error {
  override readonly name = 'LargeTextsError';
}

/** Days between 30 December 1899 and 1 January 1904, the first day in workbooks of old Macs. */
const DAYS_UNTIL_1904 = 1_462;

/** Reads the list of sheets. Rejects with DamagedFileError. */
export async function workbookParts(zip: ZipFile): Promise<WorkbookParts> {
  const [book, relations] = await Promise.all([
    partText(zip, WORKBOOK),
    partText(zip, 'xl/_rels/workbook.xml.rels'),
  ]);
  const targets = new Map<string, string>();
  let textsPart = 'xl/sharedStrings.xml';
  let stylesPart = 'xl/styles.xml';
  for (const { attributes } of elementsIn(relations, 'Relationship', WORKBOOK)) {
    const target = plainText(attribute(attributes, 'Target') ?? '');
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    targets.set(attribute(attributes, 'Id') ?? '', part);
    const type = attribute(attributes, 'Type') ?? '';
    if (type.endsWith('/sharedStrings')) textsPart = part;
    if (type.endsWith('/styles')) stylesPart = part;
  }
  const sheets: Sheet[] = [];
  for (const { attributes } of elementsIn(book, 'sheet', WORKBOOK)) {
    const title = plainText(attribute(attributes, 'name') ?? '');
    const part = targets.get(attribute(attributes, '(?:\\w+:)?id') ?? '');
    if (part === undefined) throw damaged({ kind: 'missing-part', part: title });
    const isHidden = attribute(attributes, 'state')?.toLowerCase().includes('hidden') === true;
    sheets.push({ title, isHidden, part });
  }
  const [properties] = elementsIn(book, 'workbookPr', WORKBOOK);
  const is1904 = ['1', 'true'].includes(attribute(properties?.attributes ?? '', 'date1904') ?? '');
  return { sheets, firstDay: is1904 ? DAYS_UNTIL_1904 : 0, textsPart, stylesPart };
}

const WORKBOOK = 'xl/workbook.xml';

/** Returns of every style, by its index, whether it shows a number as a date. Rejects with DamagedFileError. */
export async function dateStyles(zip: ZipFile, part: string): Promise<readonly boolean[]> {
  const xml = await partText(zip, part);
  const codes = new Map<string, string>();
  for (const { attributes } of elementsIn(xml, 'numFmt', part)) {
    codes.set(attribute(attributes, 'numFmtId') ?? '', plainText(attribute(attributes, 'formatCode') ?? ''));
  }
  const [cellFormats] = elementsIn(xml, 'cellXfs', part);
  const styles: boolean[] = [];
  for (const { attributes } of elementsIn(cellFormats?.content ?? '', 'xf', part)) {
    const id = attribute(attributes, 'numFmtId') ?? '0';
    styles.push(isDateFormat(Number(id), codes.get(id) ?? null));
  }
  // A workbook without styles has the usual one.
  return styles.length === 0 ? [false] : styles;
}

/**
 * Reads the texts that all sheets share; they may have `mostLength` characters as XML. Rejects with LargeTextsError and
 * DamagedFileError.
 */
export async function sharedTexts(
  zip: ZipFile,
  part: string,
  mostLength: number,
): Promise<readonly string[]> {
  const content = await zip.entry(part);
  if (content === null) return [];
  const shared: string[] = [];
  let length = 0;
  const items = { root: 'sst', container: 'sst', element: 'si', part };
  for await (const piece of xmlElements(xmlText(content, part), items)) {
    length += piece.length;
    for (const item of piece.elements) shared.push(item.content === '' ? '' : texts(item.content, part));
    if (length > mostLength || shared.length > MOST_SHARED_TEXTS) throw new LargeTextsError();
  }
  return shared;
}

const MOST_SHARED_TEXTS = 10_000_000;
/** The longest text of a part that is small in any workbook, in characters. */
const LONGEST_PART = 16_000_000;

/** Returns a part that is small in any workbook: its list of sheets, its styles. Empty if there is none. */
async function partText(zip: ZipFile, part: string): Promise<string> {
  const content = await zip.entry(part);
  if (content === null) return '';
  let text = '';
  for await (const chunk of xmlText(content, part)) {
    text += chunk;
    if (text.length > LONGEST_PART) throw damaged({ kind: 'structure', part });
  }
  if (text !== '' && !isWholeXml(text)) throw damaged({ kind: 'cut-off', part });
  return text;
}
