import { provideBuild } from '../../scripts/build-product.mjs';

/** Before all tests: no test sees a build of other sources than the present ones. */
async function provideBuilds(): Promise<void> {
  await provideBuild('production');
  await provideBuild('demo');
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes it as one
export default provideBuilds;
