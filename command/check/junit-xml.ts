import { escapeXml } from '@/lib/formats/xml-text';
import { shownXml } from '../shown-text';

export interface JunitCase {
  readonly name: string;
  readonly className: string;
  readonly failure: { readonly message: string; readonly text: string } | null;
  /** Why the check was not run; absent if the check was run. */
  readonly skipped?: string;
}

/** Writes a JUnit report in the format that CI systems read (https://github.com/testmoapp/junitxml). */
export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skips = cases.filter(({ skipped }) => skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skips}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="colonnade" ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...cases.map(({ name, className, failure, skipped }) => {
      const start = `    <testcase name="${escaped(name)}" classname="${escaped(className)}"`;
      if (skipped !== undefined) return `${start}><skipped message="${escaped(skipped)}"/></testcase>`;
      return failure === null
        ? `${start}/>`
        : `${start}><failure message="${escaped(failure.message)}">${escaped(failure.text)}</failure></testcase>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Escapes XML, and also line breaks and tabs, which an XML parser would turn into spaces in an attribute. */
function escaped(text: string): string {
  return shownXml(escapeXml(text).replaceAll(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`));
}
