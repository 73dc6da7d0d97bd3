import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandForFile, linkTo } from '@/test/command-harness';
import { described } from '@/test/service-description.arbitraries';

const JSON_OF_DESCRIPTION = { extraction: { snapshot: null } };
const { command } = commandForFile({ description: described(JSON_OF_DESCRIPTION) });
const FILE = command.file('service.json');
writeFileSync(FILE, JSON.stringify(JSON_OF_DESCRIPTION));

const NOTE = 'No stable snapshot: rows may move between pages';
const UNSTABLE = { cacheKey: null, isStable: false, note: NOTE };
const run = (...args: string[]) => command.run([...args, '--description', FILE]);
const certificateOf = (name: string) =>
  JSON.parse(readFileSync(command.file(`${name}.certificate.json`), 'utf8'));

test('files of a service without snapshots are not provable, and nothing names a snapshot', async () => {
  const whole = await run('extract', linkTo('PromotionPrice'), '--out', command.file('whole.csv'));
  expect(whole.code).toBe(0);
  expect(whole.out).toContain(`Not provable. ${NOTE}`);
  expect(certificateOf('whole.csv').snapshot).toMatchObject(UNSTABLE);

  const refined = linkTo('PromotionPrice', '?v=1&refine=1;all;PromotionCode~is-not~None');
  const shown = await run('extract', refined, '--out', command.file('shown.csv'), '--json');
  expect(JSON.parse(shown.out)).toMatchObject({ snapshot: null, isProvable: false });
  expect(certificateOf('shown.csv').snapshot).toMatchObject(UNSTABLE);

  const out = command.file('changes.csv');
  const compared = await run(
    'compare',
    linkTo('PromotionPrice'),
    '--with',
    command.file('whole.csv'),
    '--out',
    out,
    '--json',
  );
  expect(JSON.parse(compared.out)).toMatchObject({ snapshot: null, notes: expect.arrayContaining([NOTE]) });
  expect(certificateOf('changes.csv').later).toMatchObject(UNSTABLE);

  const checked = await run('check', linkTo('PromotionPrice'), '--json');
  expect(JSON.parse(checked.out)).toMatchObject({ snapshot: null, isProvable: false });
  for (const { out: text } of [whole, shown, compared, checked]) expect(text).not.toContain('query:');
  for (const name of command.files())
    expect(readFileSync(command.file(name), 'utf8')).not.toContain('query:');
}, 60_000);
