// How long a page of rows takes to parse: `node bench/parse-json.mjs`.
import { measureInNodeAndChromium } from './in-node-and-chromium.mjs';

await measureInNodeAndChromium({
  cases: 'bench/parse-json-cases.mjs',
  modules: ['src/shared/http/parse-json.ts'],
  unit: 'ms',
});
