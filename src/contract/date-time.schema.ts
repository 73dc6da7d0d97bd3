import * as z from 'zod';

/** An ISO date-time of the service, to ms since 1970. */
export const dateTimeSchema = z.string().transform((text, context) => {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'not a date-time' });
  return z.NEVER;
});
