import * as z from 'zod';
import { refinementFromParameter, refinementToParameter } from './former-refinement';
import { packedDigests } from '@/features/workbench/model/packed-search';
import type { RefineColumn, RefineGroup } from '@/features/workbench/model/refinement';
import {
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
  writePart,
} from '@/features/workbench/model/address/notation';
import {
  DIRECTIONS,
  FIRST_RULE,
  PROPOSAL_ROLES,
  proposalSpecSchema,
  type Change,
  type PriceLimit,
  type PriceRule,
  type ProposalSpec,
} from '@/features/workbench/views/proposal/proposal-spec';

/** The version of the notation below. A link with another version is reported as a problem, not interpreted. */
const VERSION = '1';

export interface ProposalProblem {
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    | 'conditions'
    /** Some of the conditions are stored in another browser. */
    | 'elsewhere';
  /** The part as in the address. */
  readonly text: string;
}

export type ProposalFromAddress =
  | { readonly ok: true; readonly spec: ProposalSpec }
  | { readonly ok: false; readonly problem: ProposalProblem };

/**
 * Encodes rules in an address parameter; undefined for the initial rules:
 *
 *     1;rule,for~1!sall!sGroup!tis!tDE,by~percent~3,to~ending~0.95~up,below~margin~18,above~column~ListPrice,most~8;
 *       use,cost~Landed,group;weight,Volume;from,2027-01-01;reason,Freight;file,field~Article,newValue
 *
 * Names are escaped as in the query, and so are the conditions of a rule. Missing parts are as in the first rule.
 */
export function proposalToParameter(spec: ProposalSpec): string | undefined {
  const { rules, columns, weight, validFrom, reason, fileColumns } = spec;
  const uses = PROPOSAL_ROLES.flatMap((role) => {
    const column = columns[role];
    return column === undefined ? [] : [writeItem(role, column)];
  });
  const parameter = writeParameter(VERSION, [
    ...rules.map((rule) => writePart('rule', ruleItems(rule))),
    ...(uses.length === 0 ? [] : [writePart('use', uses)]),
    ...(weight === null ? [] : [writePart('weight', [writeItem(weight)])]),
    ...(validFrom === null ? [] : [writePart('from', [writeItem(validFrom)])]),
    ...(reason === '' ? [] : [writePart('reason', [writeItem(reason)])]),
    ...(fileColumns === null
      ? []
      : [
          writePart('file', [
            ...fileColumns.fields.map((name) => writeItem('field', name)),
            ...fileColumns.figures.map((figure) => writeItem(figure)),
          ]),
        ]),
  ]);
  return parameter === NOTHING_CHOSEN ? undefined : parameter;
}

function ruleItems({ conditions, change, rounding, direction, ...guards }: PriceRule): readonly string[] {
  const { notBelow, notAbove, atMost } = guards;
  const refine = refinementToParameter({ conditions, computedColumns: [] });
  const to = rounding.kind === 'step' ? rounding.step : rounding.kind === 'ending' ? rounding.ending : null;
  const isUsual = rounding.kind === 'none' && direction === FIRST_RULE.direction;
  return [
    ...(refine === null ? [] : [writeItem('for', refine)]),
    writeItem('by', change.kind, ...textsOfChange(change)),
    ...(isUsual ? [] : [writeItem('to', rounding.kind, to, direction)]),
    ...(notBelow === null ? [] : [writeItem('below', ...textsOfLimit(notBelow))]),
    ...(notAbove === null ? [] : [writeItem('above', ...textsOfLimit(notAbove))]),
    ...(atMost === null ? [] : [writeItem('most', atMost)]),
  ];
}

function textsOfChange(change: Change): readonly string[] {
  switch (change.kind) {
    case 'percent':
      return [change.percent];
    case 'amount':
      return [change.amount];
    case 'value':
      return [change.value];
    case 'margin':
      return [change.margin];
    case 'markup':
      return [change.markup];
    case 'column':
      return [change.column, change.factor];
  }
}

function textsOfLimit(limit: PriceLimit): readonly string[] {
  switch (limit.kind) {
    case 'value':
      return [limit.kind, limit.value];
    case 'column':
      return [limit.kind, limit.column];
    case 'margin':
      return [limit.kind, limit.margin];
    case 'markup':
      return [limit.kind, limit.markup];
  }
}

const NOTHING_CHOSEN = writeParameter(VERSION, [writePart('rule', ruleItems(FIRST_RULE))]);

/**
 * Decodes rules for rows of such columns. If one part is unusable, so is the whole: the rest would make other prices than
 * the link meant. A column that the rows lack is accepted: the rule reports it, and can be corrected. Never throws.
 */
export function proposalFromParameter(
  parameter: string,
  columns: readonly RefineColumn[],
): ProposalFromAddress {
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  if (packedDigests({ proposal: parameter }).length > 0) return refused('elsewhere', '');
  const rules: unknown[] = [];
  const others = new Map<string, readonly Texts[]>();
  for (const part of read.parts) {
    const { name, items } = itemsOfPart(part);
    const texts = items.map((item) => textsOfItem(item));
    if (name === 'rule') {
      const rule = readRule(texts, columns);
      if (rule === 'conditions') return refused('conditions', part);
      rules.push(rule);
    } else if (OTHER_PARTS.has(name) && !others.has(name)) {
      others.set(name, texts);
    } else {
      return refused('unreadable', part);
    }
  }
  /** Returns the text of a part; for several texts a value that no schema accepts. */
  const textOf = (name: string, missing: string | null): unknown => {
    const items = others.get(name);
    if (items === undefined) return missing;
    return items.length === 1 && items[0]?.length === 1 ? items[0][0] : undefined;
  };
  const parsed = proposalSpecSchema.safeParse({
    rules,
    columns: Object.fromEntries(
      (others.get('use') ?? []).map(([role, column = null, ...further]) => [
        further.length === 0 ? role : '',
        column,
      ]),
    ),
    weight: textOf('weight', null),
    validFrom: textOf('from', null),
    reason: textOf('reason', ''),
    fileColumns: readFileColumns(others.get('file')),
  });
  return parsed.success ? { ok: true, spec: parsed.data } : refused('unreadable', parameter);
}

type Texts = ReturnType<typeof textsOfItem>;

const OTHER_PARTS: ReadonlySet<string> = new Set(['use', 'weight', 'from', 'reason', 'file']);

/** Reads the columns of a file; the schema validates them. */
function readFileColumns(items: readonly Texts[] | undefined): unknown {
  if (items === undefined) return null;
  const isField = ([kind, ...names]: Texts) => kind === 'field' && names.length === 1;
  return {
    fields: items.filter(isField).map(([, name]) => name),
    figures: items
      .filter((item) => !isField(item))
      .map(([figure, ...further]) => (further.length === 0 ? figure : '')),
  };
}

/** Reads a rule, which the schema validates; reports unusable conditions. */
function readRule(items: readonly Texts[], columns: readonly RefineColumn[]): unknown {
  const parts = new Map<unknown, Texts>();
  for (const [name, ...texts] of items) {
    if (parts.has(name) || !RULE_PARTS.has(name)) return null;
    parts.set(name, texts);
  }
  let conditions: RefineGroup | null = null;
  const refine = parts.get('for')?.[0];
  if (parts.has('for')) {
    const read = typeof refine === 'string' ? refinementFromParameter(refine, columns) : null;
    if (read?.ok !== true) return 'conditions';
    ({ conditions } = read.refinement);
  }
  const to = parts.get('to') ?? ['none', FIRST_RULE.direction];
  return {
    ...FIRST_RULE,
    conditions,
    change: readChange(parts.get('by') ?? []),
    rounding: readRounding(to),
    direction: z.enum(DIRECTIONS).safeParse(to.at(-1)).data,
    notBelow: parts.has('below') ? readLimit(parts.get('below') ?? []) : null,
    notAbove: parts.has('above') ? readLimit(parts.get('above') ?? []) : null,
    atMost: parts.has('most') ? parts.get('most')?.[0] : null,
  };
}

const RULE_PARTS: ReadonlySet<unknown> = new Set(['for', 'by', 'to', 'below', 'above', 'most']);

function readChange([kind, first, second]: Texts): unknown {
  switch (kind) {
    case 'percent':
      return { kind, percent: first };
    case 'amount':
      return { kind, amount: first };
    case 'value':
      return { kind, value: first };
    case 'margin':
      return { kind, margin: first };
    case 'markup':
      return { kind, markup: first };
    case 'column':
      return { kind, column: first, factor: second };
    case undefined:
    case null:
    default:
      return null;
  }
}

function readRounding([kind, to]: Texts): unknown {
  return kind === 'step' ? { kind, step: to } : kind === 'ending' ? { kind, ending: to } : { kind };
}

function readLimit([kind, text]: Texts): unknown {
  switch (kind) {
    case 'value':
      return { kind, value: text };
    case 'column':
      return { kind, column: text };
    case 'margin':
      return { kind, margin: text };
    case 'markup':
      return { kind, markup: text };
    case undefined:
    case null:
    default:
      // Null would mean that there is no guard.
      return undefined;
  }
}

function refused(kind: ProposalProblem['kind'], text: string): ProposalFromAddress {
  return { ok: false, problem: { kind, text } };
}
