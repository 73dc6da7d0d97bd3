import './app/trusted-types';
import './app/zod-settings';
import './app/theme/styles';
import { createRoot } from 'react-dom/client';
import { App, BrokenConfig } from './app/app';
import { loadRuntimeConfig } from './shared/config/runtime-config';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element #root.');

void unregisterServiceWorkers();
const result = await loadRuntimeConfig();
const root = createRoot(container);
if (result.ok) {
  const demo = result.config.demo ? (await import('@mocks/demo')).demoKit : null;
  root.render(<App config={result.config} demo={demo} />);
} else {
  root.render(<BrokenConfig problems={result.problems} />);
}

/** Builds of an earlier time may have left one behind, which would go on answering in place of the service. */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}
