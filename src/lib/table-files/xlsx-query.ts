import { workbookManager } from '@microsoft/connected-workbooks';
import type { TableColumn } from './table-column';
import { tableHeadings, xlsxAttribute } from './xlsx-text';
import { openZip, type ZipFile } from './zip-reader';

/** A query that Excel runs to refill the table. */
export interface WorkbookQuery {
  /** The name of the query in Excel's list of queries. */
  readonly name: string;
  /** The query as an expression in Power Query M. */
  readonly formula: string;
  /** A sheet with input cells, which the formula reads by their names. */
  readonly inputSheet: {
    readonly title: string;
    readonly inputs: readonly { readonly label: string; readonly name: string }[];
    readonly notes: readonly (readonly [label: string, text: string])[];
  };
}

export interface WorkbookPart {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** The content type. Null if it is that of ordinary XML. */
  readonly contentType: string | null;
  /** The type of the workbook's relationship to the part. Null if another part refers to it. */
  readonly relation: string | null;
}

/** The parts of a workbook that store a query and the table of its rows. */
export interface EncodedQuery extends Pick<WorkbookQuery, 'inputSheet'> {
  readonly parts: readonly WorkbookPart[];
  /** The column headings. Excel repairs the table if its header cells differ from them. */
  readonly headings: readonly string[];
  /** Returns the table part for a range such as `A1:C10`. */
  readonly tablePart: (range: string) => WorkbookPart;
}

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const CUSTOM_PROPERTIES = 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml';
const TABLE = 'xl/tables/table1.xml';

/** The parts that are taken from the workbook that connected-workbooks, a library for queries, generates. */
const PARTS = [
  ['xl/connections.xml', `${SPREADSHEET}.connections+xml`, 'connections'],
  ['xl/queryTables/queryTable1.xml', `${SPREADSHEET}.queryTable+xml`, null],
  ['xl/tables/_rels/table1.xml.rels', null, null],
  // The query itself (MS-QDEFF) and the mark of connected-workbooks.
  ...[1, 2].flatMap((ordinal) => [
    [`customXml/item${ordinal}.xml`, null, 'customXml'] as const,
    [`customXml/itemProps${ordinal}.xml`, CUSTOM_PROPERTIES, null] as const,
    [`customXml/_rels/item${ordinal}.xml.rels`, null, null] as const,
  ]),
] as const;

/** The parts that connected-workbooks does not write in the form that Excel expects. */
const WITH_FAULTS: ReadonlySet<string> = new Set(['xl/connections.xml', 'xl/queryTables/queryTable1.xml']);

/** Takes the parts from a workbook by connected-workbooks. It has no rows: the library would keep all in memory and guess numbers. */
export async function encodeQuery(
  { name, formula, inputSheet }: WorkbookQuery,
  columns: readonly TableColumn[],
): Promise<EncodedQuery> {
  const headings = tableHeadings(columns.map((column) => column.name));
  const file = await workbookManager.generateSingleQueryWorkbook(
    { queryName: name, queryMashup: formula, refreshOnOpen: false },
    {
      // Passes placeholders, because connected-workbooks changes column names.
      data: [columns.map((_, index) => `C${index + 1}`), columns.map(() => '')],
      config: { promoteHeaders: true, adjustColumnNames: true },
    },
  );
  const zip = await openZip(file);
  const parts = await Promise.all(
    PARTS.map(async ([part, contentType, relation]): Promise<WorkbookPart> => {
      const content = await contentOf(zip, part);
      const mended = WITH_FAULTS.has(part) ? new TextEncoder().encode(mendedXml(content)) : content;
      return { name: part, content: mended, contentType, relation };
    }),
  );
  const table = mendedXml(await contentOf(zip, TABLE));

  function mendedXml(content: Uint8Array): string {
    return (
      new TextDecoder()
        .decode(content)
        // Removes an attribute that the element must not have (ISO/IEC 29500-1, 18.13.3).
        .replace(/(<dbPr\b[^>]*) refreshOnLoad="[^"]*"/, '$1')
        .replaceAll(
          /(<(?:tableColumn|queryTableField)\b[^>]* name=")C(\d+)"/g,
          (_, start: string, ordinal: string) =>
            `${start}${xlsxAttribute(headings[Number(ordinal) - 1] ?? '')}"`,
        )
    );
  }

  return {
    inputSheet,
    parts,
    headings,
    tablePart: (range) => ({
      name: TABLE,
      // Sets the range of the table and the range of the table's filter.
      content: new TextEncoder().encode(table.replaceAll(/ ref="[^"]*"/g, ` ref="${range}"`)),
      contentType: `${SPREADSHEET}.table+xml`,
      relation: null,
    }),
  };
}

async function contentOf(zip: ZipFile | null, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const entry = await zip?.entry(name);
  if (entry == null) throw new Error(`The library has written no ${name}.`);
  return new Uint8Array(await new Response(entry.stream()).arrayBuffer());
}
