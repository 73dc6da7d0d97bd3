import * as z from 'zod';
import { refinementProblem, type RefineColumn } from '../conditions/refinement';
import { proposalSpecSchema, type ProposalSpec } from './proposal-spec';

const FORMAT = 'colonnade-price-rules';
const VERSION = 1;

const envelopeSchema = z.object({ format: z.literal(FORMAT), version: z.number(), rules: z.unknown() });

/** Returns the text of a JSON file with the rules and the rest of the set-up. `priceColumn` is the price column they were written for. */
export function rulesFileText(rules: ProposalSpec, priceColumn: string): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, priceColumn, rules }, null, 2)}\n`;
}

export interface RulesFileProblem {
  readonly kind: 'not-json' | 'not-rules' | 'newer-version' | 'conditions';
  /** The unusable part of the file; empty if the whole file is unusable. */
  readonly text: string;
}

export type ReadRulesFile =
  | { readonly ok: true; readonly rules: ProposalSpec }
  | { readonly ok: false; readonly problem: RulesFileProblem };

/** Reads the rules in a file, for rows with these columns. One unusable rule makes all unusable: the rest would result in other prices. */
export function readRulesFile(text: string, columns: readonly RefineColumn[]): ReadRulesFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused('not-json');
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return refused('not-rules');
  if (envelope.data.version > VERSION) return refused('newer-version');
  const parsed = proposalSpecSchema.safeParse(envelope.data.rules);
  if (!parsed.success) return refused('not-rules', parsed.error.issues[0]?.path.join('.'));
  for (const { conditions } of parsed.data.rules) {
    const problem = refinementProblem({ conditions, computedColumns: [] }, columns);
    if (problem !== null) return refused('conditions', problem.text);
  }
  return { ok: true, rules: parsed.data };
}

function refused(kind: RulesFileProblem['kind'], text = ''): ReadRulesFile {
  return { ok: false, problem: { kind, text } };
}
