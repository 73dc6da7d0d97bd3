import * as z from 'zod';

const envelopeSchema = z.object({
  // A failure has none to give; the endpoint refuses its absence from a success.
  Data: z.unknown().optional(),
  Errors: z.array(z.unknown()).nullish(),
  Succeeded: z.boolean(),
});

/** What an /api answer says: its data, or why there is none. */
export type EnvelopeContent = { succeeded: true; data: unknown } | { succeeded: false; messages: string[] };

/** Opens the envelope around every /api answer (contract section 2). Throws a zod error when there is none. */
export function openEnvelope(json: unknown): EnvelopeContent {
  const envelope = envelopeSchema.parse(json);
  return envelope.Succeeded
    ? { succeeded: true, data: envelope.Data }
    : { succeeded: false, messages: errorMessages(json) };
}

const denialSchema = z.object({ message: z.string() });

/** Whether this is what an /api answer looks like: an envelope, or the denial of a request without good credentials. */
export function isServiceAnswer(json: unknown): boolean {
  return envelopeSchema.safeParse(json).success || denialSchema.safeParse(json).success;
}

// The shape of an error entry is not stated; these members have been seen. The order is from most to least telling.
const MESSAGE_MEMBERS = [
  'message',
  'Message',
  'errorMessage',
  'description',
  'error_description',
  'error',
  'code',
] as const;

/**
 * Readable messages of a failed answer: the entries of `Errors` (strings, or objects with one of the known members),
 * else the message of the answer itself. Never throws, never `[object Object]`; empty when nothing readable is there.
 */
export function errorMessages(json: unknown): string[] {
  if (!isRecord(json)) return [];
  const entries = json['Errors'];
  const fromEntries = Array.isArray(entries) ? entries.flatMap(messageOf) : [];
  return fromEntries.length > 0 ? fromEntries : messageOf(json);
}

function messageOf(entry: unknown): string[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [entry];
  if (!isRecord(entry)) return [];
  for (const member of MESSAGE_MEMBERS) {
    const value = entry[member];
    if (typeof value === 'string' && value.trim() !== '') return [value];
    if (typeof value === 'number') return [String(value)];
  }
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
