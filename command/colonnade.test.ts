import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { ReferenceService } from '@mocks/service/reference-service';
import { createCommandHarness, linkTo } from '@/test/command-harness';
import { createCommandProcesses } from '@/test/command-process';

// These tests start a process, because only a process has an exit code and streams, and can leave files behind.

let service: ReferenceService;
let processes: Awaited<ReturnType<typeof createCommandProcesses>>;
beforeAll(async () => {
  service = createTestService({ settings: { rowCount: 5_000 } });
  processes = await createCommandProcesses(service);
});
afterAll(async () => {
  await processes.close();
  service.dispose();
});
beforeEach(() => processes.answer(null));

const LINK = linkTo('SalesPrice', '?v=1');

describe('a run that fails', () => {
  test(
    'while its engine starts ends with its exit code, also once the engine is ready',
    { tags: ['long'] },
    async () => {
      let run: ReturnType<typeof processes.start> | null = null;
      let pageCount = 0;
      processes.answer(async (request) => {
        if (!request.url.includes('/api/prices/')) return service.handle(request);
        pageCount += 1;
        if (pageCount === 1) return service.handle(request);
        await run?.engineStarts;
        return new Response('{"Succeeded":false,"Errors":["No more."]}', { status: 400 });
      });
      run = processes.start(['check', LINK], { isEngineHeld: true });
      await run.complains;
      run.allowEngine();
      const { code, err, out } = await run.ended;
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^colonnade: [^\n]+No more\.[^\n]*\n$/);
    },
  );
});

test(
  'a file of the command that was cut while it was fetched runs nothing, and says so',
  { tags: ['long'] },
  async () => {
    let requestCount = 0;
    processes.answer(async (request) => {
      requestCount += 1;
      return service.handle(request);
    });
    const command = processes.file('cut.mjs');
    writeFileSync(command, readFileSync(processes.builtCommand).subarray(0, -100));
    const { code, err, out } = await processes.run(['extract', LINK, '--out', 'prices.csv'], { command });
    expect({ code, out, requestCount }).toEqual({ code: 2, out: '', requestCount: 0 });
    expect(err).toMatch(/^colonnade: The file of the command is not whole[^\n]+\n$/);
  },
);

describe.skipIf(process.platform === 'win32')('a result that cannot be written', () => {
  const ONE_SENTENCE = /^colonnade: [^\n]+\n$/;

  test('to standard output is a failure', { tags: ['long'] }, async () => {
    const { code, err } = await processes.run(['schema'], { standardOutput: { file: '/dev/full' } });
    expect(err).toMatch(ONE_SENTENCE);
    expect(err).toContain('standard output (ENOSPC)');
    expect(code).toBe(3);
  });

  test('to the end of what is written is a failure', { tags: ['long'] }, async () => {
    const file = processes.file('schema.json');
    const { code, err } = await processes.run(['schema'], {
      standardOutput: { file },
      mostFileBytes: 4_096,
    });
    expect(statSync(file).size).toBe(4_096);
    expect(err).toMatch(ONE_SENTENCE);
    expect(code).toBe(3);
  });

  test(
    'to a reader that has seen enough is none, and findings stay findings',
    { tags: ['long'] },
    async () => {
      const shown = await processes.run(['schema'], { standardOutput: 'closed' });
      expect(shown).toMatchObject({ code: 0, err: '' });
      const inThisProcess = createCommandHarness(service);
      onTestFinished(inThisProcess.remove);
      const { out } = await inThisProcess.run(['schema']);
      writeFileSync(processes.file('before.json'), out.replaceAll('PromotionValue', 'Earlier'));
      const drift = await processes.run(['schema', 'before.json'], { standardOutput: 'closed' });
      expect(drift).toMatchObject({ code: 1, err: '' });
    },
  );

  async function expectFileOfLastTime(ending: string, link: string): Promise<void> {
    const name = `prices.${ending}`;
    writeFileSync(processes.file(name), 'of last week');
    const before = processes.files();
    const { code, err, out } = await processes.run(['extract', link, '--out', name], {
      mostFileBytes: 4_096,
    });
    expect(err).toMatch(ONE_SENTENCE);
    expect(err).toContain('no room left');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(processes.files()).toEqual(before);
    expect(readFileSync(processes.file(name), 'utf8')).toBe('of last week');
  }
  test(
    'to a full disk, while a workbook is written, leaves the file of the last time and nothing else',
    { tags: ['long'] },
    () => expectFileOfLastTime('xlsx', LINK),
  );
  test(
    'to a full disk, at the end of a short file, leaves the file of the last time and nothing else',
    { tags: ['long'] },
    () => expectFileOfLastTime('csv', linkTo('PromotionPrice')),
  );
});
