import { createRoot, type Root } from 'react-dom/client';
import type { DemoKit } from '@/shared/config/demo-kit';
import type { ConfigProblem, RuntimeConfig } from '@/shared/config/runtime-config';
import { App, BrokenConfig } from './app';

/** Puts the application into the page. */
export function renderApp(config: RuntimeConfig, demo: DemoKit | null): void {
  createPageRoot().render(<App config={config} demo={demo} />);
}

/** Puts the page in place of the application that says what is wrong with `config.json`. */
export function renderBrokenConfig(problems: readonly ConfigProblem[]): void {
  createPageRoot().render(<BrokenConfig problems={problems} />);
}

function createPageRoot(): Root {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no element #root.');
  return createRoot(container);
}
