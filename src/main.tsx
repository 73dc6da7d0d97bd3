import './app/trusted-types';
import './shared/config/zod-settings';
import './app/theme/styles';
import { isFramed, showFramedPage } from './app/framed-page';
import { narrowPolicy } from './app/narrow-policy';

if (isFramed(window)) showFramedPage(document, navigator.language);
else void start();

/** Not awaited at the top level: modules that import from this chunk would wait for it for ever. */
async function start(): Promise<void> {
  // Everything else is imported dynamically: a schema created before zod is configured would try to compile itself.
  const [{ loadRuntimeConfig }, { renderApp, renderBrokenConfig }] = await Promise.all([
    import('./shared/config/runtime-config'),
    import('./app/render'),
  ]);

  void unregisterServiceWorkers();
  const result = await loadRuntimeConfig();
  if (result.ok) {
    narrowPolicy(document, result.config);
    const demo = result.config.demo ? (await import('@mocks/demo')).demoKit : null;
    renderApp(result.config, demo);
  } else {
    renderBrokenConfig(result.problems);
  }
}

/** Earlier builds may have left one behind, which would go on responding in place of the service. */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}
