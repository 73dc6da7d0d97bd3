import * as z from 'zod';

// zod would try `new Function` to compile its parsers, which the page's policy reports as a violation.
z.config({ jitless: true });
