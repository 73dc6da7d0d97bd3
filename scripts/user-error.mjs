import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A failure whose cause can be fixed by whoever runs the script. The message says everything, so no stack is printed. */
export class UserError extends Error {}

/** Runs a command's main function; a `UserError` becomes one readable line and exit code 1. @param {() => Promise<void>} main */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Whether Node was started with this module, instead of another module importing it. @param {string} url its `import.meta.url` */
export function isMain(url) {
  return path.resolve(process.argv[1] ?? '') === fileURLToPath(url);
}
