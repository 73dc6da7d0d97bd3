import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSealingKey } from '@/lib/storage/base-key';
import { createFakeLocks } from '@/test/fake-locks';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { testSnapshot } from '@/test/test-snapshot';
import type { ExportPlan } from '../model/export-job';
import { lockJob, interruptedJobs, settleStagedJob, stageJob } from './staged-jobs';

const key = await createSealingKey();
const ACCOUNT = { service: 'https://prices.test/papi', userName: 'manager' };
let stage = new FakePrivateFolder();

beforeEach(() => {
  stage = new FakePrivateFolder();
  const root = { getDirectoryHandle: async () => stage };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root }, locks: createFakeLocks() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function planOf(id: string, startedAtMs = 0): ExportPlan {
  return {
    id,
    account: ACCOUNT,
    priceColumn: { name: 'SalesPrice', displayName: 'Sales price' },
    snapshot: testSnapshot({ rowCount: 10 }),
    snapshotColumns: ['EntryNo'],
    columns: [
      {
        name: 'EntryNo',
        type: 'number',
        sqlType: 'int',
        precision: 10,
        scale: 0,
        maxLength: null,
        formatting: '',
      },
    ],
    keyColumns: [],
    rowColumns: [],
    hasAllFields: false,
    viewRights: [],
    rowStart: 0,
    rowEnd: 10,
    pageSize: null,
    format: { kind: 'json-lines' },
    fileName: id,
    queryLines: [],
    requestBody: null,
    startedAtMs,
  };
}

const stagedIds = () => [...stage.entries.keys()];

test('a later page load finds unfinished exports in order, and no complete ones', async () => {
  await stageJob(planOf('b', 2), key);
  await stageJob(planOf('a', 1), key);
  await stageJob(planOf('done'), key);
  await settleStagedJob('done');
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([planOf('a', 1), planOf('b', 2)]);
  expect(stagedIds()).toEqual(['b', 'a']);
});

test('an export that resumes knows which types were guessed', async () => {
  const plan = planOf('a');
  const guessed = { ...plan, columns: plan.columns.map((column) => ({ ...column, isGuessed: true })) };
  await stageJob(guessed, key);
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([guessed]);
});

test('exports of another session are removed, and none without a key', async () => {
  await stageJob(planOf('a'), await createSealingKey());
  expect(await interruptedJobs(ACCOUNT, null)).toEqual([]);
  expect(stagedIds()).toEqual(['a']);
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([]);
  expect(stagedIds()).toEqual([]);
});

test('an export of another person is removed, also where the key is the same', async () => {
  await stageJob({ ...planOf('a'), account: { ...ACCOUNT, userName: 'analyst' } }, key);
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([]);
  expect(stagedIds()).toEqual([]);
});

test('of a complete export its files alone stay', async () => {
  await stageJob(planOf('a'), key);
  const folder = await stage.getDirectoryHandle('a');
  for (const name of ['pages', 'scratch', 'a.csv']) await folder.getFileHandle(name, { create: true });
  await settleStagedJob('a');
  expect([...folder.entries.keys()]).toEqual(['a.csv']);
});

test('without a key nothing is staged', async () => {
  await stageJob(planOf('a'), null);
  expect(stagedIds()).toEqual([]);
});

test('exports of other tabs stay, those of another session until their tab releases them', async () => {
  await stageJob(planOf('own'), key);
  await stageJob(planOf('other'), await createSealingKey());
  const own = await lockJob('own');
  const other = await lockJob('other');
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([]);
  expect(stagedIds()).toEqual(['own', 'other']);
  other?.release();
  await vi.waitFor(() => expect(stagedIds()).toEqual(['own']));
  own?.release();
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([planOf('own')]);
});

test('a plan read while it is written does not count as another session’s', async () => {
  await stageJob(planOf('a'), key);
  const note = await (await stage.getDirectoryHandle('a')).getFileHandle('job');
  const whole = note.bytes;
  note.bytes = whole.slice(0, 20);
  const lock = await lockJob('a');
  expect(await interruptedJobs(ACCOUNT, key)).toEqual([]);
  note.bytes = whole;
  lock?.release();
  await vi.waitFor(async () => expect(await interruptedJobs(ACCOUNT, key)).toEqual([planOf('a')]));
});
