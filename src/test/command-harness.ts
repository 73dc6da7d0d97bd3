import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { createTestService } from '@mocks/node';
import type { ReferenceService } from '@mocks/service/reference-service';
import type { Environment } from '../../command/connection/credentials';
import { startEngine } from '../../command/engine/start-engine';
import { runCommand } from '../../command/run-command';
import type { EngineWorker } from '@/analysis/engine/create-engine-connection';
import { openDatabase } from '@/analysis/engine/database';
import { duckDBInProcess } from './duckdb-in-process';
import { TEST_BASE } from './test-caller';

/** The results of a run of the command. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Starts an engine on an empty database. The previous engine must have ended: the process has only one database. */
function startTestEngine(): EngineWorker {
  return startEngine(async () => openDatabase(await duckDBInProcess(), () => 0));
}

/** Returns a link of a console to a price column. */
export function linkTo(priceColumn: string, search = ''): string {
  return `https://console.test/tools/prices/${priceColumn}${search}`;
}

/** Runs the command in this process, against a service and in a separate folder. */
export function createCommandHarness(service: Pick<ReferenceService, 'handle'>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'colonnade-command-'));
  const signedIn: Environment = {
    PRICES_SERVICE: TEST_BASE,
    PRICES_USER: 'manager',
    PRICES_PASSWORD: 'demo-manager',
  };
  return {
    folder,
    file: (name: string) => path.join(folder, name),
    files: () => readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'en')),
    run: async (
      args: readonly string[],
      {
        environment = signedIn,
        signal = new AbortController().signal,
        fetch = async (request: Request) => service.handle(request),
        problemCode = null as string | null,
      } = {},
    ): Promise<CommandRun> => {
      let [out, err] = ['', ''];
      const code = await runCommand(args, {
        environment,
        out: (text) => void (out += text),
        err: (text) => (err += text),
        isWatched: false,
        signal,
        // This never resolves, because Vitest itself reports uncaught errors.
        failed: new Promise(() => undefined),
        onLeave: () => () => undefined,
        isWhole: true,
        startEngine: startTestEngine,
        openNetwork: () => ({ fetch, problemCode: () => problemCode, close: () => undefined }),
      });
      return { code, out, err };
    },
    signedIn,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a harness and its service for the tests of a file, and disposes both afterwards. `options` are for the service. */
export function commandForFile(options: Parameters<typeof createTestService>[0] = {}) {
  const service = createTestService(options);
  const command = createCommandHarness(service);
  afterAll(() => {
    command.remove();
    service.dispose();
  });
  return { service, command };
}

/** Returns the signal and `fetch` for a run that is stopped, as by Ctrl+C, while it requests the second page of rows. */
export function stoppedInItsPages(service: Pick<ReferenceService, 'handle'>) {
  const stop = new AbortController();
  let pageCount = 0;
  return {
    signal: stop.signal,
    fetch: async (request: Request): Promise<Response> => {
      if (request.url.includes('/api/prices/')) pageCount += 1;
      if (pageCount === 2) stop.abort(new Error('stopped'));
      return service.handle(request);
    },
    pageCount: () => pageCount,
  };
}

/** Wraps a service so that it refuses pages with more than `mostRows`, which makes even few rows take several pages. */
export function withPagesOf(
  mostRows: number,
  service: Pick<ReferenceService, 'handle'>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const [, asked = '0'] = /"nrOfRecords":(\d+)/.exec(await request.clone().text()) ?? [];
    return Number(asked) > mostRows
      ? new Response('{"Succeeded":false,"Errors":["Too many records."]}', { status: 400 })
      : service.handle(request);
  };
}

/** Wraps a service so that some texts in its rows are replaced. */
export function withTexts(
  service: Pick<ReferenceService, 'handle'>,
  texts: Readonly<Record<string, string>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await service.handle(request);
    if (!request.url.includes('/api/prices/')) return response;
    let body = await response.text();
    for (const [text, other] of Object.entries(texts)) {
      body = body.replaceAll(JSON.stringify(text), JSON.stringify(other));
    }
    return new Response(body, response);
  };
}
