import * as z from 'zod';

// Turns off zod's compiled parsers: they use `new Function`, which violates the page's content security policy.
z.config({ jitless: true });
