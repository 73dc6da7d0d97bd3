import './app/trusted-types';
import './ui/config/zod-settings';
import './app/theme/styles';
import { isFramed, showFramedPage } from './app/framed-page';
import { narrowPolicy } from './app/narrow-policy';

/** The production build has no code of the demo in it. */
const HAS_DEMO = import.meta.env.MODE !== 'production';

const NOT_DESCRIBED = { ok: true, dialect: null } as const;

// What the guard looks for, which says so where nothing has started.
document.documentElement.dataset['started'] = '';

if (isFramed(window)) showFramedPage(document, navigator.language);
// In a browser that is too old, and over plain http, the guard (scripts/browser-guard.mjs) has taken the place away.
else if (document.getElementById('root') !== null)
  start().catch((error: unknown) => {
    window.dispatchEvent(new Event('not-started'));
    throw error;
  });

/** Not awaited at the top level: modules that import from this chunk would wait for it for ever. */
async function start(): Promise<void> {
  // Everything else is imported dynamically: a schema created before zod is configured would try to compile itself.
  const [{ loadRuntimeConfig }, { renderApp, renderBrokenConfig }] = await Promise.all([
    import('./ui/config/runtime-config'),
    import('./app/render'),
  ]);

  const result = await loadRuntimeConfig();
  if (!result.ok) {
    renderBrokenConfig(result.problems);
  } else if (result.config.demo && !HAS_DEMO) {
    renderBrokenConfig([{ key: 'demo', kind: 'no-demo', expected: null }]);
  } else {
    const { config, unknownKeys } = result;
    // Loaded only where a service is described.
    const service =
      config.service === undefined
        ? NOT_DESCRIBED
        : await (await import('./app/read-service')).readService(config.service);
    if (!service.ok) return renderBrokenConfig(service.problems);
    const { dialect } = service;
    narrowPolicy(document, config);
    const demo =
      HAS_DEMO && config.demo
        ? (await import('@mocks/demo')).createDemoKit(dialect?.description ?? null)
        : null;
    renderApp(config, { demo, dialect }, unknownKeys);
  }
}
