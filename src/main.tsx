import './app/trusted-types';
import './ui/config/zod-settings';
import './app/theme/styles';
import { isFramed, showFramedPage } from './app/framed-page';
import { narrowPolicy } from './app/narrow-policy';

/** Whether the build contains the code of the demo, which the production build does not. */
const HAS_DEMO = import.meta.env.MODE !== 'production';

// The guard (scripts/browser-guard.mjs) shows a message if this attribute is missing, because then the application has not started.
document.documentElement.dataset['started'] = '';

if (isFramed(window)) showFramedPage(document, navigator.language);
// In a browser that is too old, and over plain HTTP, the guard (scripts/browser-guard.mjs) has removed the element `#root`.
else if (document.getElementById('root') !== null)
  start().catch((error: unknown) => {
    window.dispatchEvent(new Event('not-started'));
    throw error;
  });

/** Starts the application. Do not await it at the top level, because modules that import from this chunk would wait forever. */
async function start(): Promise<void> {
  // All other modules are imported dynamically, after zod is configured, because their schemas would otherwise be compiled with `eval`.
  const [{ readStart }, { renderApp, renderBrokenConfig }] = await Promise.all([
    import('./app/read-start'),
    import('./app/render'),
  ]);

  const result = await readStart();
  if (!result.ok) {
    renderBrokenConfig(result.problems);
  } else if (result.config.demo && !HAS_DEMO) {
    renderBrokenConfig([{ key: 'demo', kind: 'no-demo', expected: null }]);
  } else {
    const { config, unknownKeys } = result;
    narrowPolicy(document, config);
    const mocks = HAS_DEMO && config.demo ? await import('@mocks/demo') : null;
    // A configured description is of another service, or was configured to be tried in the demo.
    const dialect = result.dialect ?? (await mocks?.loadChosenDialect()) ?? null;
    const demo = mocks?.createDemoKit(dialect?.description ?? null) ?? null;
    // Loaded only where a person uses a description of their own.
    const ownDescription = hasOwnDescription()
      ? (await import('./app/load-own-description')).loadOwnDescription(config)
      : null;
    renderApp(config, { demo, dialect, ownDescription }, unknownKeys);
  }
}

/** Whether a description of a person's own is stored in this browser (src/session/own-description.ts). */
function hasOwnDescription(): boolean {
  try {
    return localStorage.getItem('colonnade-own-description') !== null;
  } catch {
    return false;
  }
}
