import { stagingDirectory } from '../worker/staging-directory';

/** Whether an export, of whomever, was left unfinished in this browser. Apart, so that asking costs next to nothing. */
export async function hasStagedExports(): Promise<boolean> {
  const staging = await stagingDirectory();
  if (staging === null) return false;
  const first = await staging.keys().next();
  return first.done !== true;
}
