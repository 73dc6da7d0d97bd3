import * as z from 'zod';
import { cutText, MAX_MESSAGE_LENGTH, MAX_MESSAGES } from './limits';

const envelopeSchema = z.object({
  // A failure has none to give; the endpoint refuses its absence from a success.
  Data: z.unknown().optional(),
  // A list by the interface document; some services send one text or one object.
  Errors: z.unknown().optional(),
  Succeeded: z.boolean(),
});

/** What an /api answer says: its data, or why there is none. */
export type EnvelopeContent = { succeeded: true; data: unknown } | { succeeded: false; messages: string[] };

/**
 * Opens the envelope around every /api answer (contract section 2). Throws a zod error when there is none. An answer that
 * names errors has failed whatever else it says: its data may be a part of what was asked for.
 */
export function openEnvelope(json: unknown): EnvelopeContent {
  const messages = errorMessages(json);
  const errors = isRecord(json) ? json['Errors'] : null;
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) {
    if (entriesOf(errors).some((entry) => messageOf(entry).length > 0)) return { succeeded: false, messages };
    throw envelope.error;
  }
  return envelope.data.Succeeded && saysNothing(errors)
    ? { succeeded: true, data: envelope.data.Data }
    : { succeeded: false, messages };
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
 * Readable messages of a failed answer: the entries of `Errors` (texts, or objects with one of the known members), else
 * the message of the answer itself. None twice, and no more than anybody would read. Never throws, never
 * `[object Object]`; empty when nothing readable is there.
 */
export function errorMessages(json: unknown): string[] {
  if (!isRecord(json)) return [];
  const fromEntries = entriesOf(json['Errors']).flatMap(messageOf);
  const messages = fromEntries.length > 0 ? fromEntries : messageOf(json);
  return [...new Set(messages)].slice(0, MAX_MESSAGES).map((message) => cutText(message, MAX_MESSAGE_LENGTH));
}

/** `Errors` as a list: one entry may stand by itself, and several under the names of what they are about. */
function entriesOf(errors: unknown): readonly unknown[] {
  if (Array.isArray(errors)) return errors;
  return isRecord(errors) && messageOf(errors).length === 0 ? Object.values(errors).flat() : [errors];
}

/** Whether `Errors` names none. What names some in a way that cannot be read is not nothing. */
function saysNothing(errors: unknown): boolean {
  if (typeof errors !== 'object' || errors === null) return isBlank(errors);
  return Object.values(errors).every(isBlank);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() === ''
    : value === null || value === undefined || value === false;
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
