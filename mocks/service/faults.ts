import * as z from 'zod';
import { ENDPOINT_NAMES, type EndpointName } from './endpoint-name';
import { wait } from './wait';

/** A failure of the service, so that every state of the console can be brought about. */
const faultSchema = z.discriminatedUnion('kind', [
  /** Responds with this status instead; 429 and 503 can say when to retry. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    messages: z.array(z.unknown()).optional(),
    retryAfterS: z.int().min(0).optional(),
  }),
  /** Status 200, but `Succeeded` is false. Entries of `Errors` may have any shape. */
  z.object({ kind: z.literal('not-succeeded'), errors: z.array(z.unknown()) }),
  /** An HTML page of a proxy in place of JSON. */
  z.object({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200) }),
  /** The connection is cut before a response. */
  z.object({ kind: z.literal('cut') }),
  z.object({ kind: z.literal('cut-midway') }),
  /** The response comes later, or as soon as the faults are cleared. */
  z.object({ kind: z.literal('delay'), delayMs: z.number().min(0) }),
  z.object({
    kind: z.literal('trickle'),
    chunkBytes: z.int().min(1),
    intervalMs: z.number().min(0),
  }),
  z.object({ kind: z.literal('data'), data: z.unknown() }),
  /** Mismatches with a snapshot, for extraction only. */
  z.object({ kind: z.literal('wrong-total'), by: z.int() }),
  z.object({ kind: z.literal('wrong-key') }),
  z.object({ kind: z.literal('wrong-page') }),
  z.object({ kind: z.literal('dropped-row') }),
  z.object({ kind: z.literal('doubled-row') }),
  z.object({ kind: z.literal('other-page-rows') }),
  /** For extraction only: on each page, the row at a 0-based position has values of another row, e.g. its key or all of them. */
  z.object({
    kind: z.literal('same-values'),
    row: z.int().min(0),
    as: z.int().min(0),
    columns: z.array(z.string()).min(1),
  }),
]);

export type Fault = z.output<typeof faultSchema>;

export const faultRuleSchema = z.object({
  on: z.enum([...ENDPOINT_NAMES, 'any']).default('any'),
  fault: faultSchema,
  /** How many calls fail; null: all until the faults are cleared. */
  times: z.int().min(1).nullable().default(1),
  skip: z.int().min(0).default(0),
  /** Only calls for at least this many rows count: those of a file or of the rows read, not those that a grid reads ahead. */
  leastRows: z.int().min(0).default(0),
});

export type FaultRule = z.input<typeof faultRuleSchema>;

export interface FaultPlan {
  readonly add: (rule: FaultRule) => void;
  readonly clear: () => void;
  /** Returns the faults of a call for `rowCount` rows. Each call must ask only once, because this uses the faults up. */
  readonly take: (endpoint: EndpointName, rowCount: number) => readonly Fault[];
  /** Resolves after the time, or when it is released. Rejects with the signal's reason. */
  readonly delay: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly release: () => void;
}

export function createFaultPlan(): FaultPlan {
  let rules: z.output<typeof faultRuleSchema>[] = [];
  let releasing = new AbortController();
  return {
    add: (rule) => {
      rules.push(faultRuleSchema.parse(rule));
    },
    clear: () => {
      rules = [];
    },
    release: () => {
      releasing.abort();
      releasing = new AbortController();
    },
    delay: async (delayMs, signal) => {
      const { signal: released } = releasing;
      try {
        await wait(delayMs, AbortSignal.any([signal, released]));
      } catch (error) {
        if (signal.aborted || !released.aborted) throw error;
      }
    },
    take: (endpoint, rowCount) => {
      const met: Fault[] = [];
      rules = rules.flatMap((rule) => {
        if (rule.on !== 'any' && rule.on !== endpoint) return [rule];
        if (rowCount < rule.leastRows) return [rule];
        if (rule.skip > 0) return [{ ...rule, skip: rule.skip - 1 }];
        met.push(rule.fault);
        if (rule.times === null) return [rule];
        return rule.times > 1 ? [{ ...rule, times: rule.times - 1 }] : [];
      });
      return met;
    },
  };
}
