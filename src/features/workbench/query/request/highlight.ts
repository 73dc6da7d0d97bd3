import type { RequestFormat } from './request-code';

export type TokenKind = 'plain' | 'comment' | 'text' | 'number' | 'keyword' | 'name';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Grammar {
  readonly comment: RegExp | null;
  readonly text: RegExp;
  readonly keywords: ReadonlySet<string>;
  /** Matches names: `$name`, or the name of a member before its colon. */
  readonly name: RegExp | null;
}

const words = (list: string) => new Set(list.split(' '));
const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\.)*"/y;

const PYTHON: Grammar = {
  comment: /#[^\n]*/y,
  text: /"""[^]*?"""|[bfr]?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y,
  keywords: words(
    'import from def class while if elif else for in not and or is raise return break continue try except finally with as lambda None True False',
  ),
  name: null,
};

const SHELL: Grammar = {
  comment: /#[^\n]*/y,
  text: /'[^']*'|"(?:[^"\\]|\\.)*"/y,
  keywords: words('set for do done export echo printf sed curl'),
  name: /\$(?:\w+|[@#?])|--[a-z-]+/y,
};

const GRAMMARS: Record<RequestFormat, Grammar> = {
  body: {
    comment: null,
    text: DOUBLE_QUOTED,
    keywords: words('true false null'),
    name: /"(?:[^"\\]|\\.)*"(?=\s*:)/y,
  },
  curl: SHELL,
  'scheduled-job': SHELL,
  'power-query': {
    comment: /\/\/[^\n]*/y,
    text: /"(?:[^"]|"")*"/y,
    keywords: words('let in if then else each error as true false and or'),
    name: /#"(?:[^"]|"")*"|[A-Z][A-Za-z]*\.[A-Za-z]+/y,
  },
  python: PYTHON,
  'script-job': PYTHON,
  'dask-job': PYTHON,
  'spark-job': PYTHON,
  'power-shell': {
    comment: /#[^\n]*/y,
    text: /@'\n[^]*?\n'@|'(?:[^']|'')*'|"(?:[^"`]|`.)*"/y,
    keywords: words('function param if else while for foreach in try catch throw break'),
    name: /\$[\w:]+/y,
  },
  'java-script': {
    comment: /\/\/[^\n]*/y,
    text: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/y,
    keywords: words('const let for if return throw new async await function continue true false'),
    name: null,
  },
};

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /\d+(?:\.\d+)?/y;

/** Splits code into tokens to be colored. Joined together, the tokens are the original code. */
export function highlighted(code: string, format: RequestFormat): readonly Token[] {
  const { comment, text, keywords, name } = GRAMMARS[format];
  const tokens: Token[] = [];
  let plainStart = 0;
  let position = 0;
  const match = (pattern: RegExp | null): string => {
    if (pattern === null) return '';
    pattern.lastIndex = position;
    return pattern.exec(code)?.[0] ?? '';
  };
  const found = (): Token => {
    const commentText = match(comment);
    if (commentText !== '') return { kind: 'comment', text: commentText };
    const nameText = match(name);
    if (nameText !== '') return { kind: 'name', text: nameText };
    const quoted = match(text);
    if (quoted !== '') return { kind: 'text', text: quoted };
    const word = match(WORD);
    if (word !== '') return { kind: keywords.has(word) ? 'keyword' : 'plain', text: word };
    const number = match(NUMBER);
    if (number !== '') return { kind: 'number', text: number };
    return { kind: 'plain', text: code.charAt(position) };
  };
  const flush = (end: number) => {
    if (end > plainStart) tokens.push({ kind: 'plain', text: code.slice(plainStart, end) });
  };
  while (position < code.length) {
    const token = found();
    if (token.kind !== 'plain') {
      flush(position);
      tokens.push(token);
      plainStart = position + token.text.length;
    }
    position += token.text.length;
  }
  flush(code.length);
  return tokens;
}
