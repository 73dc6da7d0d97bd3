import * as z from 'zod';

// zod would compile its parsers with `new Function`, which the page's policy reports as a violation.
z.config({ jitless: true });
