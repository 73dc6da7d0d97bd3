/** Matches the name of a file of the build, with line and column. */
const PLACE = /[\w.-]+\.(?:js|tsx?):\d+:\d+/g;

/** Returns the name of an error and its position in the code, without its message, which could quote a value. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no error';
  const places = [...(error.stack ?? '').matchAll(PLACE)].map(([place]) => place);
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'Error';
  return [name, ...places.slice(0, 3)].join(' at ');
}

/** Like `faultText`, but for an error in a worker. The page receives only the message and position of such an error. */
export function workerFaultText({ filename, lineno, colno }: ErrorEvent): string {
  const [place] = `${filename}:${lineno}:${colno}`.match(PLACE) ?? [];
  return ['error of a worker', ...(place === undefined ? [] : [place])].join(' at ');
}

/** Returns the name of the build's file that could not be loaded, if the browser's message contains it. */
export function missingFileText(error: unknown): string {
  const [, file] = /\/assets\/([\w.-]+\.(?:js|css))/.exec(error instanceof Error ? error.message : '') ?? [];
  return `${file ?? 'a file of the build'} was not loaded`;
}
