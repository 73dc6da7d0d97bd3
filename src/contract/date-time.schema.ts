import * as z from 'zod';

/** A time of the service's clock: from ISO text to ms since 1970. Column values are read elsewhere: see lib/formats/README.md. */
export const dateTimeSchema = z.string().transform((text, context) => {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'not a date-time' });
  return z.NEVER;
});
