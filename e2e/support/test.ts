import { test as base } from '@playwright/test';
import { PageProblems } from './page-problems';
import { nearestToProduction, serveConsole, type ServedConsole, type ServedWith } from './served-console';
import { ServiceControl } from './service-control';
import { signInOn, type SignInOptions } from './sign-in';

export interface TestOptions {
  /** What a test is served with. `promise` is as near to production as the tags of the test allow. */
  readonly servedAs: ServedWith | 'promise';
}

interface TestFixtures extends TestOptions {
  /** The console and, unless it is the demo, a service that only this worker's tests use. */
  readonly servedConsole: ServedConsole;
  /** Allows the errors that a test provokes. All other errors fail the test. */
  readonly problems: PageProblems;
  /** Opens an address of the console and signs in (see `SignInOptions`). */
  readonly signIn: (options?: SignInOptions) => Promise<void>;
  /** Controls the reference service and reads its journal. Only tests tagged @service-only have it. */
  readonly serviceControl: ServiceControl;
}

interface WorkerFixtures {
  /** Starts each console when a test of this worker first needs it. */
  readonly servedConsoles: (servedWith: ServedWith) => Promise<ServedConsole>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  servedAs: ['demo', { option: true }],
  servedConsoles: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const started = new Map<ServedWith, Promise<ServedConsole>>();
      await use((servedWith) => {
        const served = started.get(servedWith) ?? serveConsole(servedWith);
        started.set(servedWith, served);
        return served;
      });
      for (const served of started.values()) await (await served).close();
    },
    { scope: 'worker' },
  ],
  servedConsole: async ({ servedAs, servedConsoles }, use, { tags }) =>
    use(await servedConsoles(servedAs === 'promise' ? nearestToProduction(tags) : servedAs)),
  baseURL: async ({ servedConsole }, use) => use(servedConsole.origin),
  problems: [
    async ({ context }, use) => {
      const problems = new PageProblems();
      problems.watch(context);
      await use(problems);
      // Events arrive in order. After a response from each page, all of the page's earlier events have arrived.
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
