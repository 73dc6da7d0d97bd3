import { damaged } from './damaged-file';
import { readXml, type ElementReader } from './xml-reader';
import type { ZipFile } from './zip-reader';

/** The most characters of a part that is small in every normal document. */
const LONGEST_PART = 16_000_000;

/** Reads a small part if it exists. Stops when `isWanted` returns false for the length read so far. Rejects with a DamagedFileError. */
export async function readPart(
  zip: ZipFile,
  part: string,
  document: ElementReader,
  isWanted: (length: number) => boolean = () => true,
): Promise<void> {
  const content = await zip.entry(part);
  if (content === null || content.size === 0) return;
  let length = 0;
  for await (const read of readXml(content, part, document)) {
    length += read;
    if (!isWanted(length)) return;
    if (length > LONGEST_PART) throw damaged({ kind: 'structure', part });
  }
}

/** A reference from one part of a package to another (Open Packaging Conventions, ECMA-376 part 2, 9.3). */
export interface Relationship {
  readonly id: string;
  /** The end of the type's address, such as `worksheet`. The rest of the address differs between editions of the standard. */
  readonly type: string;
  /** The name of the referenced part, in the form that it has in an address. */
  readonly part: string;
}

/** Reads the relationships of a part. The name of the package itself is empty. Rejects with a DamagedFileError. */
export async function relationships(zip: ZipFile, source: string): Promise<readonly Relationship[]> {
  const nameStart = source.lastIndexOf('/') + 1;
  const part = `${source.slice(0, nameStart)}_rels/${source.slice(nameStart)}.rels`;
  const found: Relationship[] = [];
  const relationship: ElementReader = {
    onOpen: ({ Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (mode === 'External') return;
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: partName(source, target, part) });
    },
  };
  await readPart(zip, part, {
    children: new Map([['Relationships', { children: new Map([['Relationship', relationship]]) }]]),
  });
  return found;
}

/** Resolves a target like a URL, so that `..`, `%20`, backslashes and a leading slash have their usual meanings. */
function partName(source: string, target: string, part: string): string {
  const base = new URL(source, 'http://package/');
  try {
    return new URL(target, base).pathname.slice(1);
  } catch {
    throw damaged({ kind: 'structure', part });
  }
}
