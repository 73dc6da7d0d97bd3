import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeListener } from '@mocks/node-bridge';
import type { ReferenceService } from '@mocks/service/reference-service';
import { provideCommand } from '../../scripts/build-product.mjs';
import { projectDirectory } from '../../scripts/project-paths.mjs';

const ENGINE_GATE = pathToFileURL(path.join(projectDirectory, 'src/test/engine-gate.mjs')).href;

export interface EndedProcess {
  /** The exit code; null if a signal has ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The file or device that receives standard output. `closed` closes the reading end. By default, the output is returned. */
  readonly standardOutput?: { readonly file: string } | 'closed';
  /** Limits the size of files that the process writes, to simulate a full disk. */
  readonly mostFileBytes?: number;
  /** Whether the engine waits for `allowEngine` before it starts. Only such a process accepts `plantError`. */
  readonly isEngineHeld?: boolean;
  /** Whether the engine's code is not optimized. This saves a third of the processor time if the engine computes little. */
  readonly isUnoptimised?: boolean;
  /** The file of the command; by default the built one. */
  readonly command?: string;
}

export interface StartedProcess {
  readonly ended: Promise<EndedProcess>;
  /** Resolves when the engine begins to start. Needs `isEngineHeld`. */
  readonly engineStarts: Promise<void>;
  /** Resolves when the engine is ready. Needs `isEngineHeld`. */
  readonly engineIsReady: Promise<void>;
  /** Resolves when the process has written something to standard error. */
  readonly complains: Promise<void>;
  readonly allowEngine: () => void;
  /** Causes an uncaught error or an unhandled rejection. Needs `isEngineHeld`. */
  readonly plantError: (how: 'throw' | 'reject') => void;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/**
 * Starts the built command as a scheduler does, with a service in this process and a separate folder. `handle` answers the requests to the
 * service.
 */
export async function createCommandProcesses(service: Pick<ReferenceService, 'handle'>) {
  const builtCommand = await provideCommand();
  const folder = mkdtempSync(path.join(tmpdir(), 'colonnade-process-'));
  let handle: (request: Request) => Promise<Response> = async (request) => service.handle(request);
  const server = createServer(nodeListener((request) => handle(request), { isGzipAllowed: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/papi`;

  function start(args: readonly string[], options: ProcessOptions = {}): StartedProcess {
    const {
      environment,
      standardOutput,
      mostFileBytes,
      isEngineHeld = false,
      isUnoptimised = isEngineHeld,
      command = builtCommand,
    } = options;
    const flags = [
      ...(isUnoptimised ? ['--liftoff-only', '--wasm-lazy-validation'] : []),
      ...(isEngineHeld ? ['--import', ENGINE_GATE] : []),
    ];
    const words = [process.execPath, ...flags, command, ...args];
    // `ulimit -f` counts blocks of 512 bytes. The signal at the limit is ignored, because it would end the process.
    const limit = `trap '' XFSZ; ulimit -f ${Math.ceil((mostFileBytes ?? 0) / 512)}; exec "$@"`;
    const [program = '', ...rest] =
      mostFileBytes === undefined ? words : ['/bin/sh', '-c', limit, 'sh', ...words];
    const descriptor = typeof standardOutput === 'object' ? openSync(standardOutput.file, 'w') : null;
    const child = spawn(program, rest, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        PRICES_SERVICE: address,
        PRICES_USER: 'manager',
        PRICES_PASSWORD: 'demo-manager',
        ...environment,
      },
      stdio: ['ignore', descriptor ?? 'pipe', 'pipe', ...(isEngineHeld ? (['ipc'] as const) : [])],
    });
    if (descriptor !== null) closeSync(descriptor);
    let [out, err] = ['', ''];
    if (standardOutput === 'closed') child.stdout?.destroy();
    else child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    const complains = new Promise<void>((resolve) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        err += text;
        resolve();
      });
    });
    const said = (what: string) =>
      new Promise<void>((resolve) => {
        child.on('message', (message) => {
          if (message === what) resolve();
        });
      });
    // Nothing is sent to a process that has ended, because it accepts no message.
    const say = (what: string) => void (child.connected && child.send(what, () => undefined));
    return {
      ended: new Promise((resolve) => {
        child.once('close', (code, signal) => resolve({ code, signal, out, err }));
      }),
      engineStarts: said('engine-starts'),
      engineIsReady: said('engine-is-ready'),
      complains,
      allowEngine: () => say('go'),
      plantError: say,
      kill: (signal) => void child.kill(signal),
    };
  }

  return {
    folder,
    address,
    builtCommand,
    file: (name: string) => path.join(folder, name),
    files: () => readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'en')),
    /** Sets the function that answers the next requests; with null, the service answers them. */
    answer: (answers: ((request: Request) => Promise<Response>) | null) => {
      handle = answers ?? (async (request) => service.handle(request));
    },
    start,
    run: (args: readonly string[], options?: ProcessOptions) => start(args, options).ended,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
