import { provideBuild } from '../../scripts/build-product.mjs';

/** Runs before all tests, so that they use a build of the current sources. */
async function provideBuilds(): Promise<void> {
  await provideBuild('production');
  await provideBuild('demo');
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes it as one
export default provideBuilds;
