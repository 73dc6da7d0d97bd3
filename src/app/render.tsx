import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Dialect } from '@/contract/dialect';
import type { LoadedDescription } from '@/session/machine/service-binding';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { ConfigProblem, RuntimeConfig } from '@/ui/config/runtime-config';
import { pageEvents } from '@/ui/diagnostics/event-log';
import { App, BrokenConfig } from './app';
import { createWiring } from './wiring';

/** Matches texts that look like a key of `config.json`. Other texts are not noted, because they could contain anything. */
const KEY = /^[$\w]{1,40}$/;

/** The names that lead to a wrong key. */
const KEYS = /^[$\w.]{1,100}$/;
const FILE = /^[\w.-]{1,40}$/;

/** Renders the application into the page. Notes `unknownKeys` of the configuration in the event log, for diagnostics. */
export function renderApp(
  config: RuntimeConfig,
  {
    demo,
    dialect,
    ownDescription,
  }: {
    readonly demo: DemoKit | null;
    readonly dialect: Dialect | null;
    readonly ownDescription: LoadedDescription | null;
  },
  unknownKeys: readonly string[],
): void {
  for (const key of unknownKeys) {
    pageEvents.note('config', `config.json: ${KEY.test(key) ? key : 'a key'} is not known`);
  }
  // Created outside React, because StrictMode calls state initializers twice in development, and a page must have only one session.
  renderPage(<App config={config} demo={demo} {...createWiring(config, demo, dialect, ownDescription)} />);
}

/** Renders the problems of `config.json` in place of the application. */
export function renderBrokenConfig(problems: readonly ConfigProblem[]): void {
  for (const { file = 'config.json', key, kind } of problems) {
    const named = key === null ? 'the file' : KEYS.test(key) ? key : 'a key';
    pageEvents.note('config', `${FILE.test(file) ? file : 'a file'}: ${named}: ${kind}`);
  }
  renderPage(<BrokenConfig problems={problems} />);
}

function renderPage(page: ReactNode): void {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no element #root.');
  createRoot(container).render(<StrictMode>{page}</StrictMode>);
}
