import { pathToFileURL } from 'node:url';
import { provideCommand } from './build-product.mjs';
import { installMissing } from './install-missing.mjs';
import { runMain } from './user-error.mjs';

// `npm run colonnade -- help` builds the command if the sources have changed, and runs it in this process.

await runMain(async () => {
  await installMissing();
  const file = await provideCommand();
  // npm starts scripts in the project's folder, but file names are relative to the folder in which the user typed them.
  if (process.env['INIT_CWD'] !== undefined) process.chdir(process.env['INIT_CWD']);
  await import(pathToFileURL(file).href);
});
