import './app/trusted-types';
import './shared/config/zod-settings';
import './app/theme/styles';
import { isFramed, showFramedPage } from './app/framed-page';
import { narrowPolicy } from './app/narrow-policy';
import { basePath } from './shared/config/base-path';

/** The production build has no code of the demo in it. */
const HAS_DEMO = import.meta.env.MODE !== 'production';

if (isFramed(window)) showFramedPage(document, navigator.language);
// In a browser that is too old, the guard (scripts/browser-guard.mjs) has taken the place away.
else if (document.getElementById('root') !== null) void start();

/** Not awaited at the top level: modules that import from this chunk would wait for it for ever. */
async function start(): Promise<void> {
  // Everything else is imported dynamically: a schema created before zod is configured would try to compile itself.
  const [{ loadRuntimeConfig }, { renderApp, renderBrokenConfig }] = await Promise.all([
    import('./shared/config/runtime-config'),
    import('./app/render'),
  ]);

  void unregisterServiceWorkers();
  const result = await loadRuntimeConfig();
  if (!result.ok) {
    renderBrokenConfig(result.problems);
  } else if (result.config.demo && !HAS_DEMO) {
    renderBrokenConfig([{ key: 'demo', kind: 'wrong-value', expected: 'false' }]);
  } else {
    narrowPolicy(document, result.config);
    const demo = HAS_DEMO && result.config.demo ? (await import('@mocks/demo')).demoKit : null;
    renderApp(result.config, demo, result.unknownKeys);
  }
}

/** Earlier builds may have left one behind, which would go on responding in place of the service. */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  // Those of other applications on this origin are none of ours.
  const own = registrations.filter(({ scope }) => new URL(scope).pathname.startsWith(basePath));
  await Promise.all(own.map((registration) => registration.unregister()));
}
