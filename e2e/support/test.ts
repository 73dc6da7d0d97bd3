import { test as base } from '@playwright/test';
import { PageProblems } from './page-problems';
import { serveConsole, type ServedConsole, type ServedOptions } from './served-console';
import { ServiceControl } from './service-control';
import { signInOn, type SignInOptions } from './sign-in';

interface TestFixtures {
  /** Allows the errors that a test provokes. All other errors fail the test. */
  readonly problems: PageProblems;
  /** Opens an address of the console and signs in there; see `SignInOptions`. */
  readonly signIn: (options?: SignInOptions) => Promise<void>;
  /** Gives orders to the reference service and reads its journal. Only in tests tagged @service-only. */
  readonly serviceControl: ServiceControl;
}

interface WorkerFixtures extends ServedOptions {
  /** The console and, in the project `service`, a service that only this worker's tests use. */
  readonly servedConsole: ServedConsole;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  servedWith: ['demo', { scope: 'worker', option: true }],
  servedConsole: [
    async ({ servedWith }, use) => {
      const served = await serveConsole(servedWith);
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ servedConsole }, use) => use(servedConsole.origin),
  problems: [
    async ({ context }, use) => {
      const problems = new PageProblems();
      problems.watch(context);
      await use(problems);
      // Events arrive in order, so after a response from each page all of its earlier events have arrived.
      await Promise.all(context.pages().map((page) => page.title()));
      const unexpected = problems.unexpected();
      if (unexpected.length > 0) throw new Error(`The page had problems:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
  signIn: async ({ page, servedConsole }, use) =>
    use((options) => signInOn(page, servedConsole.servedWith, options)),
  serviceControl: async ({ servedConsole }, use) => {
    if (servedConsole.serviceAddress === null)
      throw new Error('The demo takes no orders: tag @service-only.');
    const control = await ServiceControl.connect(servedConsole.serviceAddress);
    await use(control);
    await control.close();
  },
});

export { expect } from './expect';
