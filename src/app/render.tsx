import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Dialect } from '@/contract/dialect';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { ConfigProblem, RuntimeConfig } from '@/ui/config/runtime-config';
import { pageEvents } from '@/ui/diagnostics/event-log';
import { App, BrokenConfig } from './app';
import { createWiring } from './wiring';

/** Texts that are longer than our keys, or contain other characters, could be anything, and are not noted. */
const KEY = /^[$\w]{1,40}$/;

/** The names that lead to a wrong key, after the name of its file. */
const KEYS = /^(?:[\w.-]{1,40}: )?[$\w.]{1,100}$/;

/** Renders the application into the page. `unknownKeys` of the configuration are noted for diagnostics. */
export function renderApp(
  config: RuntimeConfig,
  { demo, dialect }: { readonly demo: DemoKit | null; readonly dialect: Dialect | null },
  unknownKeys: readonly string[],
): void {
  for (const key of unknownKeys) {
    pageEvents.note('config', `config.json: ${KEY.test(key) ? key : 'a key'} is not known`);
  }
  // Outside React: StrictMode calls state initializers twice in development, and a page has one session.
  renderPage(<App config={config} demo={demo} {...createWiring(config, demo, dialect)} />);
}

/** Renders the problems of `config.json` in place of the application. */
export function renderBrokenConfig(problems: readonly ConfigProblem[]): void {
  for (const { key, kind } of problems) {
    const named = key === null ? 'the file' : KEYS.test(key) ? key : 'a key';
    pageEvents.note('config', `config.json: ${named}: ${kind}`);
  }
  renderPage(<BrokenConfig problems={problems} />);
}

function renderPage(page: ReactNode): void {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no element #root.');
  createRoot(container).render(<StrictMode>{page}</StrictMode>);
}
