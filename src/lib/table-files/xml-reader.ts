import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ownMember } from '../base/own-member';
import { blobText } from './blob-text';
import { damaged, type Damage } from './damaged-file';

/** The attributes of an element by name, with references resolved. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Describes what to read in an element. Elements that are not among `children` are skipped with their content. */
export interface ElementReader {
  /** The readers of child elements, by name without prefix. The elements must be in the namespace of the document's first element. */
  readonly children?: ReadonlyMap<string, ElementReader>;
  /** Whether any other child element in this namespace counts as damage. */
  readonly isStrict?: boolean;
  readonly onOpen?: (attributes: XmlAttributes, isEmptyTag: boolean) => void;
  /** Called with each piece of text between the element's children. */
  readonly onText?: (text: string) => void;
  readonly onClose?: () => void;
}

/** Returns the value of an `xs:boolean`, or null for other text. */
export function xmlBoolean(text: string): boolean | null {
  const [, spelling] = /^[ \t\r\n]*(true|false|1|0)[ \t\r\n]*$/.exec(text) ?? [];
  return spelling === undefined ? null : spelling === 'true' || spelling === '1';
}

/** The most levels of nested elements that are skipped. Normal documents have a few. */
const MOST_DEPTH = 256;
/** The most characters without an element. Excel's texts have 32,767 at most, and no comment or tag needs this many. */
const LONGEST_TEXT = 4_000_000;

/**
 * Reads a part as XML 1.0, chunk by chunk. `document` has the first element as its child. Yields the number of characters of each chunk.
 * Rejects with a DamagedFileError if the XML is not well-formed or has a document type, in which a few characters could expand to very
 * many. The limits above and what `document` keeps bound the memory.
 */
export async function* readXml(
  content: Pick<Blob, 'stream'>,
  part: string,
  document: ElementReader,
): AsyncGenerator<number> {
  const structure: Damage = { kind: 'structure', part };
  let isAtEnd = false;
  let sinceElement = 0;
  let depthSkipped = 0;
  const root = nodeOf(document);
  let current = root;
  const outer: ElementNode[] = [];
  const localName = createLocalNames();
  // Resolves namespaces in this module, because the parser would take twice as long if it resolved all names and attributes.
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    throw damaged(isAtEnd ? { kind: 'cut-off', part } : structure);
  });
  parser.on('doctype', () => {
    throw damaged(structure);
  });
  parser.on('opentag', (tag) => {
    sinceElement = 0;
    if (depthSkipped > 0) {
      depthSkipped += 1;
      if (depthSkipped > MOST_DEPTH) throw damaged(structure);
      return;
    }
    const name = localName(tag);
    const node = name === null ? undefined : current.children.get(name);
    if (node === undefined) {
      if (current.isStrict && !mayBeSkipped(tag, name)) throw damaged(structure);
      depthSkipped = 1;
      return;
    }
    outer.push(current);
    current = node;
    node.onOpen?.(tag.attributes, tag.isSelfClosing);
  });
  parser.on('closetag', () => {
    sinceElement = 0;
    if (depthSkipped > 0) {
      depthSkipped -= 1;
      return;
    }
    current.onClose?.();
    current = outer.pop() ?? root;
  });
  const onText = (text: string) => {
    if (depthSkipped === 0) current.onText?.(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  for await (const chunk of xmlText(content, part)) {
    sinceElement += chunk.length;
    parser.write(chunk);
    if (sinceElement > LONGEST_TEXT) throw damaged(structure);
    yield chunk.length;
  }
  isAtEnd = true;
  parser.close();
}

/** An `ElementReader` with all members. Code that runs for every element is fast if all objects have the same shape. */
interface ElementNode {
  readonly children: ReadonlyMap<string, ElementNode>;
  readonly isStrict: boolean;
  readonly onOpen: ElementReader['onOpen'];
  readonly onText: ElementReader['onText'];
  readonly onClose: ElementReader['onClose'];
}

function nodeOf({ children, isStrict = false, onOpen, onText, onClose }: ElementReader): ElementNode {
  const nodes = Array.from(children ?? [], ([name, child]) => [name, nodeOf(child)] as const);
  return { children: new Map(nodes), isStrict, onOpen, onText, onClose };
}

/** Returns a function that returns an element's name without its prefix, or null if it is not in the first element's namespace. */
function createLocalNames(): (tag: SaxesTagPlain) => string | null {
  const prefixes = new Set<string>();
  let hasDefault = false;
  let namespace: string | undefined;
  return ({ name, attributes }) => {
    const at = name.indexOf(':');
    // A fast path, because nearly all names have no prefix.
    if (at === -1 && hasDefault) return name;
    const prefix = at === -1 ? '' : name.slice(0, at);
    if (!prefixes.has(prefix)) {
      const declared = ownMember<string>(attributes, prefix === '' ? 'xmlns' : `xmlns:${prefix}`);
      if (prefixes.size === 0) {
        namespace = declared;
        for (const [attribute, value] of Object.entries(attributes)) {
          if (value !== namespace) continue;
          if (attribute === 'xmlns') prefixes.add('');
          if (attribute.startsWith('xmlns:')) prefixes.add(attribute.slice('xmlns:'.length));
        }
      } else if (declared !== namespace) {
        return null;
      }
      prefixes.add(prefix);
      hasDefault = prefixes.has('');
    }
    return at === -1 ? name : name.slice(at + 1);
  };
}

/** Whether an element may be skipped: extensions in other namespaces may, alternative contents (ECMA-376 part 3) may not. */
function mayBeSkipped({ name: written, attributes }: SaxesTagPlain, name: string | null): boolean {
  const isForeign = name === null || attributes['xmlns'] !== undefined;
  return isForeign && !/(?:^|:)AlternateContent$/.test(written);
}

/** Decodes a part in chunks. Rejects with a DamagedFileError if its bytes are invalid in its encoding. */
async function* xmlText(content: Pick<Blob, 'stream'>, part: string): AsyncGenerator<string> {
  try {
    yield* blobText(content, { encoding: encodingOf, isFatal: true });
  } catch (error) {
    // Invalid bytes can result from damage, which the checksum would show only at the end of the part.
    const isNoText = error instanceof TypeError || error instanceof RangeError;
    throw isNoText ? damaged({ kind: 'structure', part }) : error;
  }
}

/** Returns the encoding that the first bytes indicate (XML 1.0, appendix F). A readable declaration is in ASCII or UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes);
  if (/^(?:\xff\xfe|<\0)/.test(start)) return 'utf-16le';
  if (/^(?:\xfe\xff|\0<)/.test(start)) return 'utf-16be';
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  // Some programs write UTF-8 but keep a declaration that states the UTF-16 of the text in memory.
  return /^utf-16/i.test(declared) ? 'utf-8' : declared;
}
