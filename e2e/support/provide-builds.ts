import { provideBuild } from '../../scripts/build-product.mjs';

/** Builds the current sources. Playwright calls this before all tests. */
async function provideBuilds(): Promise<void> {
  await provideBuild('production');
  await provideBuild('demo');
}

// oxlint-disable-next-line import/no-default-export -- Playwright requires a default export
export default provideBuilds;
