import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';

/** Starts a Chromium with a profile on disk and no network observer. Under a test runner, the page would keep every response (100 MB). */
export async function startPlainBrowser() {
  const profile = mkdtempSync(path.join(tmpdir(), 'bench-browser-'));
  const { executablePath, args } = browserLaunchOptions();
  if (executablePath === undefined) throw new Error('Name a Chromium in TEST_BROWSER.');
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--window-size=1280,900',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const orders = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  const responses = /** @type {import('node:stream').Readable} */ (child.stdio[4]);
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  let received = '';
  responses.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const messages = (received + text).split('\0');
    received = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error.message));
    }
  });

  /**
   * @param {string} method of the DevTools protocol @param {object} [params]
   * @param {string} [sessionId] the page's session; without it, the method goes to the browser @returns {Promise<any>}
   */
  function send(method, params = {}, sessionId) {
    lastId += 1;
    const id = lastId;
    orders.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  }

  const { targetInfos } = await send('Target.getTargets');
  const { targetId } = targetInfos.find((/** @type {{ type: string }} */ { type }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: profile });

  return {
    profile,
    send: (/** @type {string} */ method, /** @type {object} */ params = {}) =>
      send(method, params, sessionId),
    /**
     * Runs a function in the page. The function cannot use variables from outside itself.
     * @template A, T
     * @param {(argument: A) => T | Promise<T>} run @param {A} argument @returns {Promise<T>}
     */
    evaluate: async (run, argument) => {
      const { result, exceptionDetails } = await send(
        'Runtime.evaluate',
        {
          expression: `(${run.toString()})(${JSON.stringify(argument)})`,
          awaitPromise: true,
          returnByValue: true,
        },
        sessionId,
      );
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
    /** @returns {Promise<number>} the id of the page's process */
    pageProcessId: async () => {
      const { processInfo } = await send('SystemInfo.getProcessInfo');
      // Some processes may be empty spares. The page's process has used the most processor time.
      const [worked] = processInfo
        .filter((/** @type {{ type: string }} */ { type }) => type === 'renderer')
        .toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.cpuTime - a.cpuTime);
      return worked.id;
    },
    /** @returns {Promise<number>} processor time of all the browser's processes so far, in seconds */
    cpuSeconds: async () => {
      const { processInfo } = await send('SystemInfo.getProcessInfo');
      return processInfo.reduce(
        (/** @type {number} */ sum, /** @type {any} */ { cpuTime }) => sum + cpuTime,
        0,
      );
    },
    close: async () => {
      const ended = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      await send('Browser.close').catch(() => undefined);
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** This function runs in the page. It waits for the sign-in screen. */
export async function signInIsShown() {
  while (document.querySelector('input[autocomplete="username"]') === null) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
