import path from 'node:path';

const ROUTE = /createFileRoute\('([^']*)'\)/;

/** Lists the features whose folder has no README. @type {(files: readonly string[]) => string[]} */
export function featuresWithoutReadme(files) {
  const features = new Set(files.flatMap((file) => /^src\/features\/[^/]+\//.exec(file)?.[0] ?? []));
  return [...features].filter((folder) => !files.includes(`${folder}README.md`));
}

/**
 * Lists the route files whose address no other source names, so that users reach their screens only by typing the address.
 * @type {(sources: ReadonlyMap<string, string>) => string[]}
 */
export function unreachedScreens(sources) {
  const others = [...sources].filter(([file]) => !/\.test\.|\.gen\.|^src\/test\//.test(file));
  return others.flatMap(([file, source]) => {
    const address = addressOf(ROUTE.exec(source)?.[1]);
    if (address === null) return [];
    const isNamed = others.some(
      ([other, text]) => other !== file && (text.includes(`'${address}'`) || text.includes(`"${address}"`)),
    );
    return isNamed ? [] : [file];
  });
}

/**
 * Returns the address of a route; null for the start page and for layouts, which have none.
 * @type {(route: string | undefined) => string | null}
 */
function addressOf(route) {
  const address = route?.replaceAll(/\/_[^/]+/g, '');
  return address === undefined || address === '' || address === '/' ? null : path.posix.join(address, '.');
}
