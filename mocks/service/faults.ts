import * as z from 'zod';
import { ENDPOINT_NAMES, type EndpointName } from './endpoint-name';
import { wait } from './wait';

/** A failure of the service. Faults let tests reach every state of the console. */
const faultSchema = z.discriminatedUnion('kind', [
  /** The service responds with this status instead. 429 and 503 can say when to retry. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    messages: z.array(z.unknown()).optional(),
    retryAfterS: z.int().min(0).optional(),
  }),
  /** The service responds with status 200, but `Succeeded` is false. The entries of `Errors` may have any shape. */
  z.object({ kind: z.literal('not-succeeded'), errors: z.array(z.unknown()) }),
  /** The service responds with an HTML page of a proxy instead of JSON. */
  z.object({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200) }),
  /** The connection is cut before the response begins. */
  z.object({ kind: z.literal('cut') }),
  z.object({ kind: z.literal('cut-midway') }),
  /** The response is delayed until the time is over or the faults are cleared. */
  z.object({ kind: z.literal('delay'), delayMs: z.number().min(0) }),
  z.object({
    kind: z.literal('trickle'),
    chunkBytes: z.int().min(1),
    intervalMs: z.number().min(0),
  }),
  z.object({ kind: z.literal('data'), data: z.unknown() }),
  /** This fault and those below it are for extraction only. They make a page contradict its snapshot. */
  z.object({ kind: z.literal('wrong-total'), by: z.int() }),
  z.object({ kind: z.literal('wrong-key') }),
  z.object({ kind: z.literal('wrong-page') }),
  z.object({ kind: z.literal('dropped-row') }),
  z.object({ kind: z.literal('doubled-row') }),
  z.object({ kind: z.literal('other-page-rows') }),
  /** The row at the 0-based position `row` has values of the row at `as`, for example its key or all of its values. */
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
  /** How many calls fail; null means all calls until the faults are cleared. */
  times: z.int().min(1).nullable().default(1),
  skip: z.int().min(0).default(0),
  /** Only calls for at least this many rows fail. Exports and analyses request large pages; a grid requests smaller ones in advance. */
  leastRows: z.int().min(0).default(0),
});

export type FaultRule = z.input<typeof faultRuleSchema>;

export interface FaultPlan {
  readonly add: (rule: FaultRule) => void;
  readonly clear: () => void;
  /** Returns the faults of a call for `rowCount` rows, and counts them as used. Must be called only once for each call. */
  readonly take: (endpoint: EndpointName, rowCount: number) => readonly Fault[];
  /** Resolves after `delayMs`, or when `release` is called. Rejects with the signal's reason. */
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
