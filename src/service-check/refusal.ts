import { isRecord } from '@/contract/member-path';
import { isShortText, nearness } from './near-names';

type Scalar = string | number | boolean | null;

/** What the messages of a refusal say about the members of a request. */
export interface Refusal {
  /** Names that were sent, and that the service does not know. */
  readonly unknown: readonly string[];
  /** Names of members that the service wants in another form, or misses. */
  readonly wanted: readonly WantedMember[];
  /** Whether a message mentions a text. */
  readonly mentions: (text: string) => boolean;
  /** Whole numbers in the messages, such as the greatest size of a page. */
  readonly numbers: readonly number[];
}

export interface WantedMember {
  readonly name: string;
  readonly form: 'number' | 'list' | 'object' | 'text' | 'boolean' | null;
  /** The value that it must have, if the message says one. */
  readonly value?: Scalar | undefined;
}

const MOST_MESSAGES = 40;
const MOST_LENGTH = 10_000;

const UNKNOWN =
  /not (?:be )?(?:known|found|find|allowed|permitted|recogni[sz]ed|supported|expected|defined)|could not find|there (?:is|are) no|unknown|unrecogni[sz]ed|unexpected|additional|extra|invalid property|no such|unbekannt|nicht (?:bekannt|erlaubt|gefunden)/i;
const WANTED =
  /has to be|must be|should be|expected|required|missing|is no\b|invalid|cannot be|could not be|fehlt|erforderlich|muss|ungültig/i;
/** Introduces names that a service knows, after the one that it does not. */
const OFFERED =
  /(?:known (?:properties|members|fields)|allowed|supported|valid (?:names|values|properties)|did you mean)\b/i;
const QUOTED = /["'`“‘„«]([^"'`“”‘’„«»]{1,64})["'`”’“»]/g;
/** A sentence about a member whose name may hold quotation marks itself. */
const ABOUT = /^["'](.{1,64})["'] (?:has|have|must|should|is|was|cannot)\b/;
const NAMED =
  /\b(?:the|field|property|member|parameter|key|attribute)\s+([A-Za-z_$][\w$.-]{1,63})\s+(?:field|property|member|parameter|is|must|has|was)\b/gi;
const VALUE_WANTED =
  /(?:has to be|must be|should be|must equal)\s+("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)\s*\.?$/i;

/** Reads the messages of a refusal. `sent`: the names and words in the request. Never throws. */
export function readRefusal(json: unknown, sent: readonly string[]): Refusal {
  const messages = textsOf(json, '', 0).slice(0, MOST_MESSAGES);
  const unknown = new Set<string>();
  const wanted = new Map<string, WantedMember>();
  for (const sentence of messages.flatMap(sentencesOf)) {
    const [about = '', ...offered] = sentence.split(OFFERED);
    const mine = sent.filter((name) => isNamed(about, name));
    const isUnknown = UNKNOWN.test(about);
    if (isUnknown) for (const name of mine) unknown.add(name);
    if (!isUnknown && WANTED.test(about)) {
      const value = VALUE_WANTED.exec(about)?.[1];
      for (const name of new Set([...mine, ...namesIn(about)])) {
        if (!isShortText(name) || (value !== undefined && JSON.stringify(name) === value)) continue;
        wanted.set(name, {
          name,
          form: formOf(about),
          ...(value !== undefined && { value: scalarOf(value) }),
        });
        // The first name of such a sentence is the member; the others belong to its explanation.
        break;
      }
    }
    for (const name of offered.flatMap(namesIn)) {
      if (!wanted.has(name)) wanted.set(name, { name, form: null });
    }
  }
  for (const name of unknown) wanted.delete(name);
  const text = messages.join('\n');
  return {
    unknown: [...unknown],
    wanted: [...wanted.values()],
    mentions: (part) => holdsName(text, part),
    numbers: [...text.matchAll(/\d[\d.,' ]{0,12}/g)].map(([digits]) => Number(digits.replaceAll(/\D/g, ''))),
  };
}

/** Names of lists of messages. Other lists of messages have the name of the member that they are about. */
const MESSAGE_LISTS = ['errors', 'error', 'messages', 'message', 'details', 'detail', 'problems', 'issues'];

/** Returns all texts in a refusal, with the names of the members that hold them: some services put the name of the bad member there. */
function textsOf(json: unknown, name: string, depth: number): readonly string[] {
  if (typeof json === 'string') return [(name === '' ? json : `"${name}": ${json}`).slice(0, MOST_LENGTH)];
  if (depth > 5) return [];
  if (Array.isArray(json))
    return json.slice(0, MOST_MESSAGES).flatMap((entry: unknown) => textsOf(entry, name, depth + 1));
  if (!isRecord(json)) return [];
  const place = json['loc'];
  if (Array.isArray(place) && typeof json['msg'] === 'string') {
    return textsOf(json['msg'], String(place.at(-1)), depth + 1);
  }
  return Object.entries(json)
    .slice(0, MOST_MESSAGES)
    .flatMap(([member, value]) => {
      const isAboutMember = Array.isArray(value) && nearness([member], MESSAGE_LISTS) === 0;
      return textsOf(value, isAboutMember ? (member.split('.').at(-1) ?? member) : name, depth + 1);
    });
}

function sentencesOf(message: string): readonly string[] {
  return message.split(/(?<=[.!?;])\s+(?=["'A-ZÄÖÜ])/);
}

function namesIn(text: string): readonly string[] {
  const about = ABOUT.exec(text)?.[1];
  if (about !== undefined) return [about];
  return [...text.matchAll(QUOTED), ...text.matchAll(NAMED)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== '');
}

function holdsName(text: string, name: string): boolean {
  let at = name === '' ? -1 : text.indexOf(name);
  while (at !== -1) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
    if (!/[\w$]/.test(before) && !/[\w$]/.test(after)) return true;
    at = text.indexOf(name, at + 1);
  }
  return false;
}

/** Introduces a name that stands without quotation marks. */
const INTRODUCED = /\b(?:property|field|member|parameter|argument|key|attribute|column)s?:?\s*$/i;
/** A name that is no word of a sentence. */
const NO_WORD = /[a-z\d][A-Z]|_|\d/;

/** Whether a sentence names a member. Names such as `is` and `order` also occur as words, so they need quotation marks or an introduction. */
function isNamed(sentence: string, name: string): boolean {
  if (['"', "'", '`'].some((mark) => sentence.includes(mark + name + mark))) return true;
  const quoted = [...sentence.matchAll(QUOTED)].map((match) => match[1] ?? '');
  if (quoted.length > 0) return quoted.some((text) => text === name || text.endsWith(`.${name}`));
  if (!holdsName(sentence, name)) return false;
  return (
    NO_WORD.test(name) ||
    sentence.startsWith(name) ||
    INTRODUCED.test(sentence.slice(0, sentence.indexOf(name)))
  );
}

function formOf(text: string): WantedMember['form'] {
  if (/\b(?:whole number|number|integer|int\d*|zahl)\b/i.test(text)) return 'number';
  if (/\b(?:list|array|collection|liste)\b/i.test(text)) return 'list';
  if (/\b(?:object|dictionary|objekt)\b/i.test(text)) return 'object';
  if (/\b(?:boolean|bool)\b/i.test(text)) return 'boolean';
  return /\b(?:text|string)\b/i.test(text) ? 'text' : null;
}

function scalarOf(json: string): Scalar | undefined {
  try {
    const value = JSON.parse(json) as Scalar;
    return typeof value === 'string' && !isShortText(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
