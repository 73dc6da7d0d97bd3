import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandForFile } from '@/test/command-harness';

const { command } = commandForFile();

test('a saved schema is held against that of today: nothing, a field that is gone, a type that has changed', async () => {
  const saved = await command.run(['schema']);
  expect(saved).toMatchObject({ code: 0, err: '' });
  writeFileSync(command.file('schema.json'), saved.out);
  const same = await command.run(['schema', command.file('schema.json')]);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('Nothing has changed') });

  const tables = JSON.parse(readFileSync(command.file('schema.json'), 'utf8'));
  const items = tables.at(-1);
  expect(items.itemTable).toBe('Item');
  const [gone, ...columns] = items.fields;
  writeFileSync(
    command.file('items.json'),
    JSON.stringify([...tables.slice(0, -1), { ...items, fields: columns }]),
  );
  const ofItems = await command.run(['schema', command.file('items.json'), '--json']);
  expect(ofItems.code).toBe(1);
  expect(JSON.parse(ofItems.out).changes).toEqual([{ kind: 'added', name: `Item.${gone.name}` }]);
  // A file that contains only the price columns, without the item table, is compared with the price columns only.
  writeFileSync(command.file('prices.json'), JSON.stringify(tables.slice(0, -1)));
  expect(await command.run(['schema', command.file('prices.json')])).toMatchObject({ code: 0, err: '' });

  const [first] = tables;
  const [, ...others] = first.fields;
  const { metadata } = others[0];
  first.fields = [{ ...others[0], metadata: { ...metadata, max_length: 3 } }, ...others.slice(1)];
  writeFileSync(command.file('older.json'), JSON.stringify(tables));
  // With `--quiet`, the report still names the changes.
  const drift = await command.run(['schema', command.file('older.json'), '--quiet']);
  expect(drift.code).toBe(1);
  expect(drift.out.split('\n')).toHaveLength(4);
  expect(drift.out).toContain('added');
  expect(drift.out).toMatch(/3 .+ \d/);
  const allowed = await command.run(['schema', command.file('older.json'), '--fail-on', '2', '--json']);
  expect(allowed.code).toBe(0);
  expect(JSON.parse(allowed.out).changes).toHaveLength(2);

  writeFileSync(command.file('other.json'), '{}');
  const other = await command.run(['schema', command.file('other.json')]);
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('no saved schema') });
});
