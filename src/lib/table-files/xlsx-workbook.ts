import { cutAfterWord } from '../formats/file-name';
import type { ByteSink } from './table-encoder';
import { FIXED_STYLES } from './xlsx-styles';
import type { EncodedQuery, WorkbookPart } from './xlsx-query';
import { inlineString, xlsxText } from './xlsx-text';
import { createZipWriter, type ZipEntry } from './zip-writer';

/** The title of the hidden sheet, which contains data for programs. */
const HIDDEN_SHEET_TITLE = 'Certificate';

/** A row of the About sheet, or null for a blank row. `style` is the style of the value if it is not plain text. */
export type AboutRow = readonly [label: string, value: string, style?: number | undefined] | null;

export interface SheetOptions {
  readonly title: string;
  /** The range of the filter, such as `A1:C10`. Null if there is no filter. */
  readonly filterRange: string | null;
  readonly isHidden: boolean;
}

/** A query, and the range of its rows on the first sheet. */
export interface QueryTable extends EncodedQuery {
  readonly range: string;
}

/** Writes the sheets of a workbook one after another, and the other parts of the workbook at the end. */
export interface Workbook {
  /** Begins a sheet and writes the opening tag of its root element. The caller writes the closing tag. */
  readonly beginSheet: (options: SheetOptions) => ZipEntry;
  /** Completes the workbook. `hidden` is text for programs, stored on a hidden sheet. If it is empty, there is no hidden sheet. */
  readonly finish: (
    aboutTitle: string,
    about: readonly AboutRow[],
    hidden: string,
    queryTable?: QueryTable | null,
  ) => Promise<void>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Starts a workbook and writes its styles. */
export async function createWorkbook(sink: ByteSink, stylesXml: string): Promise<Workbook> {
  const encoder = new TextEncoder();
  const zip = createZipWriter(sink);
  const sheets: SheetOptions[] = [];
  await zip.add(
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  await zip.add('xl/styles.xml', stylesXml);

  function beginSheet(options: SheetOptions): ZipEntry {
    sheets.push({ ...options, title: uniqueTitle(options.title, sheets) });
    const entry = zip.open(`xl/worksheets/sheet${sheets.length}.xml`);
    const head = encoder.encode(`${XML}<worksheet xmlns="${MAIN}">`);
    let isBegun = false;
    return {
      write: async (bytes) => {
        if (!isBegun) {
          isBegun = true;
          await entry.write(head);
        }
        await entry.write(bytes);
      },
      close: entry.close,
    };
  }

  async function addTextSheet(options: SheetOptions, cols: string, rows: readonly string[]): Promise<void> {
    const sheet = beginSheet(options);
    await sheet.write(
      encoder.encode(`<cols>${cols}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`),
    );
    await sheet.close();
  }

  async function addPart({ name, content }: WorkbookPart): Promise<void> {
    const entry = zip.open(name);
    await entry.write(content);
    await entry.close();
  }

  return {
    beginSheet,
    finish: async (aboutTitle, about, hidden, queryTable = null) => {
      await addTextSheet(
        { title: aboutTitle, filterRange: null, isHidden: false },
        labelledCols(about),
        labelledRows(about, 1),
      );
      if (hidden !== '') {
        await addTextSheet(
          { title: HIDDEN_SHEET_TITLE, filterRange: null, isHidden: true },
          '<col min="1" max="1" width="90" customWidth="1"/>',
          chunks(hidden).map(
            (chunk, index) =>
              `<row r="${index + 1}">${textCell(`A${index + 1}`, chunk, FIXED_STYLES.text)}</row>`,
          ),
        );
      }
      let names = sheets.flatMap(filterName);
      let parts: readonly WorkbookPart[] = [];
      if (queryTable !== null) {
        // The input sheet comes last, because readers assume that the sheets before the About sheet contain rows.
        const { inputs, notes, title } = queryTable.inputSheet;
        await addTextSheet({ title, filterRange: null, isHidden: false }, labelledCols(notes), [
          ...inputs.map(
            ({ label }, index) =>
              `<row r="${index + 1}">${textCell(`A${index + 1}`, label, FIXED_STYLES.header)}<c r="B${index + 1}" s="${FIXED_STYLES.input}"/></row>`,
          ),
          ...labelledRows(notes, inputs.length + 2),
        ]);
        names = [...names, ...queryNames(queryTable, sheets)];
        parts = [...queryTable.parts, queryTable.tablePart(queryTable.range)];
        for (const part of parts) await addPart(part);
        await zip.add(
          'xl/worksheets/_rels/sheet1.xml.rels',
          relationships([{ type: 'table', target: '../tables/table1.xml' }]),
        );
      }
      await zip.add('xl/workbook.xml', workbookXml(sheets, names));
      await zip.add(
        'xl/_rels/workbook.xml.rels',
        relationships([
          ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
          { type: 'styles', target: 'styles.xml' },
          ...parts.flatMap(({ name, relation }) =>
            relation === null
              ? []
              : [{ type: relation, target: name.startsWith('xl/') ? name.slice(3) : `../${name}` }],
          ),
        ]),
      );
      const overrides = [
        { name: 'xl/workbook.xml', contentType: `${TYPES}.sheet.main+xml` },
        { name: 'xl/styles.xml', contentType: `${TYPES}.styles+xml` },
        ...sheets.map((_, index) => ({
          name: `xl/worksheets/sheet${index + 1}.xml`,
          contentType: `${TYPES}.worksheet+xml`,
        })),
        ...parts,
      ];
      await zip.add(
        '[Content_Types].xml',
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides
          .map(({ name, contentType }) =>
            contentType === null ? '' : `<Override PartName="/${name}" ContentType="${contentType}"/>`,
          )
          .join('')}</Types>`,
      );
      zip.finish();
    },
  };
}

function workbookXml(sheets: readonly SheetOptions[], names: readonly string[]): string {
  const list = sheets
    .map(
      ({ title, isHidden }, index) =>
        `<sheet name="${xlsxText(title)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
    )
    .join('');
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list}</sheets>${names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`}</workbook>`;
}

// Excel stores the range of a filter also under this name, and repairs files without the name.
function filterName({ title, filterRange }: SheetOptions, index: number): string[] {
  return filterRange === null
    ? []
    : [
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${reference(title, filterRange)}</definedName>`,
      ];
}

/** Returns the defined names for the input cells and, under the name that Excel uses, for the query's rows. */
function queryNames({ inputSheet, range }: QueryTable, sheets: readonly SheetOptions[]): string[] {
  const [rows] = sheets;
  const inputTitle = sheets.at(-1)?.title ?? '';
  return [
    ...inputSheet.inputs.map(
      ({ name }, index) =>
        `<definedName name="${name}">${reference(inputTitle, `B${index + 1}`)}</definedName>`,
    ),
    `<definedName name="ExternalData_1" localSheetId="0" hidden="1">${reference(rows?.title ?? '', range)}</definedName>`,
  ];
}

function reference(title: string, range: string): string {
  return xlsxText(`'${title.replaceAll("'", "''")}'!${absolute(range)}`);
}

function relationships(list: readonly { readonly type: string; readonly target: string }[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ({ type, target }, index) =>
        `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
}

/** Defines two columns: one as wide as the longest label, and a wide one for the values. */
function labelledCols(rows: readonly AboutRow[]): string {
  const longest = Math.max(0, ...rows.map((row) => row?.[0].length ?? 0));
  const width = Math.min(MAX_LABEL_WIDTH, Math.max(MIN_LABEL_WIDTH, longest + 3));
  return `<col min="1" max="1" width="${width}" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/>`;
}

const MIN_LABEL_WIDTH = 16;
const MAX_LABEL_WIDTH = 60;

/** Returns the XML of the rows, of which the first has the 1-based number `first`. */
function labelledRows(rows: readonly AboutRow[], first: number): string[] {
  return rows.flatMap(onSeveralRows).map((row, index) => {
    const number = first + index;
    return row === null
      ? ''
      : `<row r="${number}">${textCell(`A${number}`, row[0], FIXED_STYLES.header)}${textCell(`B${number}`, row[1], row[2] ?? FIXED_STYLES.wrapped)}</row>`;
  });
}

/** Returns an absolute range: `$A$1:$C$10` for `A1:C10`. */
function absolute(range: string): string {
  return range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
}

const MAX_TITLE_LENGTH = 31;
/** The title that Excel reserves for its sheet of tracked changes. */
const RESERVED_TITLE = 'History';

/** Returns a unique title that Excel accepts: without forbidden characters, and without an apostrophe at either end. */
function uniqueTitle(title: string, sheets: readonly SheetOptions[]): string {
  const cleaned =
    title.replaceAll(/[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').replaceAll(/^['\s]+|['\s]+$/g, '') ||
    'Sheet';
  for (let ordinal = 1; ; ordinal += 1) {
    const suffix = ordinal === 1 ? '' : ` ${ordinal}`;
    const longest = MAX_TITLE_LENGTH - suffix.length;
    const candidate = cutAfterWord(cleaned, (part) => part.length <= longest) + suffix;
    const isSame = (taken: string) => taken.toLowerCase() === candidate.toLowerCase();
    if (!isSame(RESERVED_TITLE) && !sheets.some((sheet) => isSame(sheet.title))) return candidate;
  }
}

function onSeveralRows(row: AboutRow): AboutRow[] {
  if (row === null) return [null];
  const [label, value, style] = row;
  const [first = '', ...rest] = chunks(value);
  return [[label, first, style], ...rest.map((chunk): AboutRow => ['', chunk, style])];
}

function textCell(reference: string, text: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr">${inlineString(text)}</c>`;
}

/** The length of a chunk, slightly less than the length of a cell in Excel. */
const CHUNK_LENGTH = 30_000;

function chunks(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / CHUNK_LENGTH) }, (_, index) =>
    text.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH),
  );
}
