import * as z from 'zod';

/** A moment by the service's clock, from ISO text to ms since 1970. Not for column values: see lib/formats/README.md. */
export const dateTimeSchema = z.string().transform((text, context) => {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'not a date-time' });
  return z.NEVER;
});
