import * as z from 'zod';

// By default, zod compiles its parsers with `new Function`, which the page's policy reports as a violation.
z.config({ jitless: true });
