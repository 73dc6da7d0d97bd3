import * as z from 'zod';
import { cutText, MAX_MESSAGE_LENGTH, MAX_MESSAGES } from './limits';
import { isRecord } from './member-path';

const envelopeSchema = z.object({
  // `Data` is absent in failures. Endpoints reject a successful response without it.
  Data: z.unknown().optional(),
  // `Errors` is documented as a list, but some services send a text or an object.
  Errors: z.unknown().optional(),
  Succeeded: z.boolean(),
});

export type EnvelopeContent = { succeeded: true; data: unknown } | { succeeded: false; messages: string[] };

/**
 * Throws a zod error if there is no envelope (docs/service-contract.md, section 2). Data beside errors is ignored: it may
 * be incomplete.
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

/** Whether this is a response of the service's API: an envelope, or the denial of invalid credentials. */
export function isServiceResponse(json: unknown): boolean {
  return envelopeSchema.safeParse(json).success || denialSchema.safeParse(json).success;
}

// The contract does not say what an error entry looks like. These members occur; the most informative come first.
const MESSAGE_MEMBERS = [
  'message',
  'Message',
  'errorMessage',
  'description',
  'error_description',
  'error',
  'code',
] as const;

/** Returns the distinct messages of `Errors`, or else of the response itself: a limited number, or none. Never throws. */
export function errorMessages(json: unknown): string[] {
  if (!isRecord(json)) return [];
  const fromEntries = entriesOf(json['Errors']).flatMap(messageOf);
  const messages = fromEntries.length > 0 ? fromEntries : messageOf(json);
  return [...new Set(messages)].slice(0, MAX_MESSAGES).map((message) => cutText(message, MAX_MESSAGE_LENGTH));
}

/** Returns `Errors` as a list: it may also be a single entry, or an object that holds entries by member name. */
function entriesOf(errors: unknown): readonly unknown[] {
  if (Array.isArray(errors)) return errors;
  return isRecord(errors) && messageOf(errors).length === 0 ? Object.values(errors).flat() : [errors];
}

/** Whether `Errors` is empty. An entry that cannot be read still counts as an error. */
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
