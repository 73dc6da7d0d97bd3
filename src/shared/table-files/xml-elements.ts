import { blobText } from './blob-text';
import { damaged } from './damaged-file';

/** An element within a container. */
export interface XmlElement {
  /** As written, between the name and the end of the tag. */
  readonly attributes: string;
  /** As written. */
  readonly content: string;
  /** Whether it has no end tag, and so no content. */
  readonly isEmptyTag: boolean;
}

/** Elements that a piece of text completes. */
export interface XmlElements {
  readonly elements: readonly XmlElement[];
  /** Characters that were read for them. */
  readonly length: number;
}

/** Which elements are read of a part. */
export interface WantedElements {
  /** The first element of the part, such as `worksheet`. A part with another one has no such elements. */
  readonly root: string;
  /** Such as `sheetData`; may be the root. Its elements are the wanted ones alone. */
  readonly container: string;
  /** Such as `row`, which never contains another one. */
  readonly element: string;
  /** How the part is called in messages. */
  readonly part: string;
}

/**
 * Excel's limits allow longer rows, but these do not occur: 16,384 cells of a thousand characters. The text before the
 * elements has the same limit.
 */
const LONGEST_ELEMENT = 16_000_000;
/** Longer than a tag, which may be split between two pieces of text. */
const LONGEST_TAG = 16_384;
const LONGEST_END_TAG = 256;

/** Decodes the text of a part in chunks. Rejects with DamagedFileError where its bytes are no text. */
export async function* xmlText(content: Pick<Blob, 'stream'>, part: string): AsyncGenerator<string> {
  try {
    yield* blobText(content, { isFatal: true });
  } catch (error) {
    // Damaged bytes may be unpacked to others; that the checksum is wrong shows at the end alone.
    throw error instanceof TypeError ? damaged({ kind: 'structure', part }) : error;
  }
}

/**
 * Yields the elements of a container as the text comes, with no more than one of them in memory. Throws DamagedFileError where
 * the container or the part is not closed, or has what does not belong there. Any prefix of names is accepted (`x:row`), as some
 * programs write one. The time is in proportion to the length, whatever the text.
 */
export async function* xmlElements(
  chunks: AsyncIterable<string>,
  { root: expectedRoot, container, element, part }: WantedElements,
): AsyncGenerator<XmlElements> {
  const containerStart = new RegExp(startTag(container).source);
  const next = new RegExp(
    `\\s*(?:${startTag(element).source}|(</(?:\\w+:)?${container}\\s*>|<(?:\\w+:)?extLst[\\s/>]))`,
    'y',
  );
  const elementEnd = endTag(element);
  let state: 'before' | 'within' | 'behind' = 'before';
  let root: string | null = null;
  let text = '';
  /** The attributes of an element whose end has not come. */
  let open: string | null = null;
  /** Its content, as far as it is not in the text. Joined at its end, or each piece would copy all of it. */
  let pieces: string[] = [];
  let length = 0;

  /** Returns the elements that are complete, and leaves what follows them. */
  function complete(): XmlElement[] {
    const elements: XmlElement[] = [];
    let at = 0;
    while (state === 'within') {
      if (open === null) {
        next.lastIndex = at;
        const tag = next.exec(text);
        if (tag === null) {
          const rest = text.slice(at).trimStart();
          // A tag may be split.
          if (rest.length > LONGEST_TAG || !/^(?:<[^<>]*)?$/.test(rest))
            throw damaged({ kind: 'structure', part });
          text = rest;
          return elements;
        }
        const [, attributes = '', isEmpty, end] = tag;
        at = next.lastIndex;
        if (end !== undefined) {
          state = 'behind';
          at -= end.length;
        } else if (isEmpty === '/') {
          elements.push({ attributes, content: '', isEmptyTag: true });
        } else {
          open = attributes;
        }
      } else {
        elementEnd.lastIndex = at;
        const end = elementEnd.exec(text);
        if (end === null) {
          const kept = Math.max(at, text.length - LONGEST_END_TAG);
          pieces.push(text.slice(at, kept));
          length += kept - at;
          at = kept;
          break;
        }
        const last = text.slice(at, end.index);
        const content = pieces.length === 0 ? last : pieces.join('') + last;
        elements.push({ attributes: open, content, isEmptyTag: false });
        at = elementEnd.lastIndex;
        open = null;
        pieces = [];
        length = 0;
      }
    }
    text = text.slice(at);
    return elements;
  }

  for await (const chunk of chunks) {
    text += chunk;
    if (state === 'before') {
      root ??= rootOf(text);
      const start = containerStart.exec(text);
      if (start === null) {
        text = text.slice(-LONGEST_TAG);
        length += chunk.length;
      } else {
        length = 0;
        const isEmpty = start[2] === '/';
        state = isEmpty ? 'behind' : 'within';
        text = text.slice(isEmpty ? start.index : start.index + start[0].length);
      }
    }
    const elements = complete();
    if (state === 'behind') text = text.slice(-LONGEST_TAG);
    if (length > LONGEST_ELEMENT) {
      const place = attribute(open ?? '', 'r') ?? '';
      throw damaged(open === null ? { kind: 'structure', part } : { kind: 'long-row', part, place });
    }
    yield { elements, length: chunk.length };
  }
  // Sheets of charts have other elements.
  const isOther = state === 'before' && root !== null && root !== expectedRoot;
  if (!(state === 'behind' || isOther) || !isClosed(text, root ?? expectedRoot)) {
    throw damaged({ kind: 'cut-off', part });
  }
}

/** Whether a part is whole: it ends with the end of its first element. */
export function isWholeXml(text: string): boolean {
  const root = rootOf(text);
  return root !== null && isClosed(text.slice(-LONGEST_TAG), root);
}

/** An element with its place in the text; `end` is exclusive. */
export interface PlacedElement extends XmlElement {
  readonly start: number;
  readonly end: number;
}

/** Yields elements that never contain another one of their name. Throws DamagedFileError for one that is not closed. */
export function* elementsIn(xml: string, element: string, part: string): Generator<PlacedElement> {
  const start = startTag(element);
  const end = endTag(element);
  for (let tag = start.exec(xml); tag !== null; tag = start.exec(xml)) {
    const [, attributes = '', isEmpty] = tag;
    const contentStart = start.lastIndex;
    if (isEmpty === '/') {
      yield { attributes, content: '', isEmptyTag: true, start: tag.index, end: contentStart };
      continue;
    }
    end.lastIndex = contentStart;
    const close = end.exec(xml);
    if (close === null) throw damaged({ kind: 'structure', part });
    start.lastIndex = end.lastIndex;
    yield {
      attributes,
      content: xml.slice(contentStart, close.index),
      isEmptyTag: false,
      start: tag.index,
      end: end.lastIndex,
    };
  }
}

const ATTRIBUTES = new Map<string, RegExp>();

/** Returns the value of an attribute as written; `name` may be a pattern. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found?.[1] ?? found?.[2];
}

/** No text takes time out of proportion: what is not quoted ends with the next bracket. */
function startTag(name: string): RegExp {
  return new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(/?)>`, 'g');
}

function endTag(name: string): RegExp {
  return new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g');
}

function rootOf(text: string): string | null {
  return /<(?:\w+:)?(\w+)[\s/>]/.exec(text.slice(0, LONGEST_TAG))?.[1] ?? null;
}

function isClosed(text: string, root: string): boolean {
  return new RegExp(`(?:</(?:\\w+:)?${root}\\s*>|<(?:\\w+:)?${root}(?:\\s[^<>]*)?/>)\\s*$`).test(text);
}
