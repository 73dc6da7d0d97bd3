// What it costs to write and to read one cell: `node bench/formats.mjs`.
import { measureInNodeAndChromium } from './in-node-and-chromium.mjs';

await measureInNodeAndChromium({
  cases: 'bench/formats-cases.mjs',
  modules: [
    'src/shared/formats/column-format.ts',
    'src/shared/formats/parse-decimal.ts',
    'src/shared/formats/parse-date.ts',
    'src/shared/formats/decimal.ts',
  ],
  unit: 'µs',
});
