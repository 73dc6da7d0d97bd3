import { installMissing } from './install-missing.mjs';
import { runMain } from './user-error.mjs';

await runMain(async () => {
  await installMissing();
  // Not before the dependencies are there.
  const { buildProduct } = await import('./build-product.mjs');
  await buildProduct();
  console.log('Built into dist/');
});
