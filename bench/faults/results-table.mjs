/** @import { Fault } from './fault.mjs' */
/** @import { Noticed } from './run-tests.mjs' */

/**
 * Writes Markdown: the tests that noticed each fault, the counts by kind, and the faults that no test has noticed.
 * @type {(faults: readonly Fault[], results: Readonly<Record<string, { unit?: Noticed, journeys?: Noticed }>>) => string}
 */
export function resultsTable(faults, results) {
  const rows = faults.map((fault) => ({ fault, ...whoNoticed(results[fault.id]) }));
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  /** @param {readonly (typeof rows)[number][]} some */
  const counts = (some) =>
    ['unit', 'journey', 'nobody', 'not tried'].map((who) => some.filter((row) => row.who === who).length);
  const left = rows.filter(({ who }) => who === 'nobody');
  return [
    ...table(
      ['kind', 'faults', 'a unit test', 'a journey', 'nobody', 'not tried'],
      [
        ...kinds.map((kind) => {
          const some = rows.filter(({ fault }) => fault.kind === kind);
          return [kind, some.length, ...counts(some)];
        }),
        ['all', rows.length, ...counts(rows)],
      ],
    ),
    '',
    '## Noticed by nobody',
    '',
    ...(left.length === 0
      ? ['None.']
      : left.map(({ fault }) => `- \`${fault.id}\` (${fault.kind}): ${fault.says}`)),
    '',
    '## Each fault',
    '',
    ...table(
      ['fault', 'kind', 'noticed by', 's'],
      rows.map(({ fault, test, who, seconds }) => [
        `\`${fault.id}\``,
        fault.kind,
        test ?? `**${who}**`,
        seconds === null ? '' : Math.round(seconds),
      ]),
    ),
    '',
  ].join('\n');
}

/** @param {{ unit?: Noticed, journeys?: Noticed } | undefined} result */
function whoNoticed(result) {
  const { unit, journeys } = result ?? {};
  if (unit?.by[0] !== undefined) return { who: 'unit', test: unit.by[0], seconds: unit.seconds };
  if (journeys?.by[0] !== undefined)
    return { who: 'journey', test: journeys.by[0], seconds: journeys.seconds };
  const seconds = (journeys ?? unit)?.seconds ?? null;
  return { who: unit === undefined && journeys === undefined ? 'not tried' : 'nobody', test: null, seconds };
}

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
