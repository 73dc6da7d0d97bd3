import { createZipWriter } from '@/lib/table-files/zip-writer';

interface TestEntry {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Whether the entry is not compressed. A reader then cannot detect wrong content by decompressing it. */
  readonly isStored?: boolean;
  /** False values that the archive states about the entry. */
  readonly stated?: { readonly checksum?: number; readonly size?: number };
}

/** Writes an archive by hand, so that it may contradict itself. */
async function zipBytes(entries: readonly TestEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, stated } of entries) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const { packed, checksum } = await packedEntry(bytes);
    const written = isStored ? bytes : packed;
    const common = fields(
      [2, isStored ? 0 : 8],
      [4, 0],
      [4, stated?.checksum ?? checksum],
      [4, written.length],
      [4, stated?.size ?? bytes.length],
      [2, name.length],
    );
    const title = new TextEncoder().encode(name);
    parts.push(fields([4, 0x04034b50], [2, 20], [2, 0]), common, fields([2, 0]), title, written);
    directory.push(
      fields([4, 0x02014b50], [2, 20], [2, 20], [2, 0]),
      common,
      fields([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    );
    offset += 30 + title.length + written.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return new Uint8Array(await new Blob([...parts, ...directory, end]).arrayBuffer());
}

/** Compresses with the product's own writer, which the tests of archives do not test. */
async function packedEntry(
  content: Uint8Array<ArrayBuffer>,
): Promise<{ readonly packed: Uint8Array<ArrayBuffer>; readonly checksum: number }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = createZipWriter({ write: (bytes) => void parts.push(Uint8Array.from(bytes)) });
  const entry = zip.open('a');
  await entry.write(content);
  await entry.close();
  const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
  // A header of 30 bytes and a name of one byte precede the content; a descriptor of 16 bytes follows it.
  const view = new DataView(whole.buffer);
  return { packed: whole.slice(31, -16), checksum: view.getUint32(whole.length - 12, true) };
}

function fields(...values: readonly (readonly [width: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of values) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

/** The content of a test workbook. Any part can be replaced or left out. */
export interface TestWorkbook {
  /** The content of `sheetData` of the sheet **List**. */
  readonly rows?: string;
  readonly parts?: Readonly<Record<string, Omit<TestEntry, 'name'> | null>>;
}

/** Writes a workbook with a sheet **List**. */
export async function workbookFile({ rows = '', parts = {} }: TestWorkbook): Promise<File> {
  const usual: Record<string, Omit<TestEntry, 'name'> | null> = {
    'xl/workbook.xml': {
      content: '<workbook><sheets><sheet name="List" r:id="r1"/></sheets></workbook>',
    },
    'xl/_rels/workbook.xml.rels': {
      content: '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    'xl/worksheets/sheet1.xml': { content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    'xl/sharedStrings.xml': { content: '<sst><si><t>Number</t></si><si><t>Value</t></si></sst>' },
    'xl/styles.xml': { content: '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>' },
    ...parts,
  };
  const entries = Object.entries(usual).flatMap(([name, entry]) =>
    entry === null ? [] : [{ name, ...entry }],
  );
  return new File([await zipBytes(entries)], 'list.xlsx');
}
