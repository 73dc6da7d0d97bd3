import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { DemoKit } from '@/shared/config/demo-kit';
import type { ConfigProblem, RuntimeConfig } from '@/shared/config/runtime-config';
import { App, BrokenConfig } from './app';
import { createWiring } from './wiring';

/** Renders the application into the page. */
export function renderApp(config: RuntimeConfig, demo: DemoKit | null): void {
  // Outside React: StrictMode calls state initializers twice in development, and a page has one session.
  renderPage(<App config={config} demo={demo} {...createWiring(config, demo)} />);
}

/** Renders, in place of the application, what is wrong with `config.json`. */
export function renderBrokenConfig(problems: readonly ConfigProblem[]): void {
  renderPage(<BrokenConfig problems={problems} />);
}

function renderPage(page: ReactNode): void {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no element #root.');
  createRoot(container).render(<StrictMode>{page}</StrictMode>);
}
