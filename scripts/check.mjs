import { runChecks } from './check-steps.mjs';
import { installMissing } from './install-missing.mjs';
import { runMain } from './user-error.mjs';

await runMain(async () => {
  await installMissing();
  const results = await runChecks({ names: process.argv.slice(2), occasion: 'check' });
  if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
});
