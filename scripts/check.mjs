import { runCheckSteps } from './check-steps.mjs';
import { installMissing } from './install-missing.mjs';
import { runMain } from './user-error.mjs';

await runMain(async () => {
  await installMissing();
  const results = await runCheckSteps();
  if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
});
