// Plants small faults in a copy of the sources, one after another, and reports which tests notice them (bench/faults/README.md).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runMain, UserError } from '../scripts/user-error.mjs';
import { ALL_FAULTS } from './faults/all-faults.mjs';
import { planted, plantIn } from './faults/plant.mjs';
import { refreshScratchCopy, scratchDirectory } from './faults/scratch-copy.mjs';
import { allTestFiles, journeyOf, runChecks, runJourneys, runUnitTests } from './faults/run-tests.mjs';
import { resultsTable } from './faults/results-table.mjs';

/** @import { Fault } from './faults/fault.mjs' */
/** @import { Noticed } from './faults/run-tests.mjs' */
/** @typedef {{ fault: string, unit?: Noticed, journeys?: Noticed }} Result `fault`: fingerprint of the fault and its tests */
/**
 * @typedef {object} Results
 * @property {Record<string, string>} sound for each set of tests: `passed`, or the tests that failed without a fault
 * @property {Record<string, Result>} faults by id
 */

const USAGE = `node bench/faults.mjs [ids…] [options]
  --list             prints the faults, and whether each can still be planted
  --kind <kind>      only those of a kind: money, rights, secrets, completeness, work, screen, access
  --only <layer>     unit or journeys; by default the journeys in charge of what no unit test has noticed
  --most <n>         tries so many faults and leaves the others for the next time
  --together <n>     so many faults in one build for the journeys, of different files and with different tests (6)
  --workers <n>      of the journeys (1)
  --through <words>  runs each run of tests through another command, e.g. "nice -n 10"
  --out <file>       results (.json): what is in there is not tried again
  --table <file>     writes the results as a table (.md) as well`;

await runMain(async () => {
  const { values, positionals } = readArguments();
  const faults = chosenFaults(positionals, values.kind);
  const through = values.through?.split(' ').filter((word) => word !== '') ?? [];
  if (values.list) return list(faults);

  const results = readResults(values.out);
  const keep = () => {
    if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
    if (values.table !== undefined) writeFileSync(values.table, resultsTable(ALL_FAULTS, results.faults));
  };
  for (const fault of faults) {
    if (results.faults[fault.id]?.fault !== fingerprint(fault)) {
      results.faults[fault.id] = { fault: fingerprint(fault) };
    }
  }

  refreshScratchCopy();
  if (values.only !== 'journeys') {
    await tryUnitTests(faults, { results, through, keep, most: Number(values.most ?? Infinity) });
  }
  if (values.only !== 'unit') {
    await tryJourneys(faults, {
      results,
      through,
      keep,
      together: Number(values.together),
      workers: Number(values.workers),
    });
  }
  keep();
  report(faults, results);
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        kind: { type: 'string' },
        only: { type: 'string' },
        most: { type: 'string' },
        together: { type: 'string', default: '6' },
        workers: { type: 'string', default: '1' },
        through: { type: 'string' },
        out: { type: 'string' },
        table: { type: 'string' },
      },
    });
    return { values, positionals };
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** @param {readonly string[]} ids @param {string | undefined} kind */
function chosenFaults(ids, kind) {
  const unknown = ids.filter((id) => !ALL_FAULTS.some((fault) => fault.id === id));
  if (unknown.length > 0) throw new UserError(`No such fault: ${unknown.join(', ')}`);
  return ALL_FAULTS.filter(
    (fault) => (ids.length === 0 || ids.includes(fault.id)) && (kind === undefined || fault.kind === kind),
  );
}

/** @param {readonly Fault[]} faults */
function list(faults) {
  const problems = [...missingTests(faults)];
  for (const fault of faults) {
    console.log(`${fault.id} (${fault.kind}) ${fault.file}\n  ${fault.says}`);
    try {
      planted(fault);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  console.log(`${faults.length} faults`);
  if (problems.length > 0) throw new UserError(problems.join('\n'));
}

/** Reports tests that a fault names but that no longer exist, so that outdated lists are noticed. @param {readonly Fault[]} faults */
function* missingTests(faults) {
  const files = allTestFiles();
  for (const { id, tests } of faults) {
    if (!hasFastTests(tests) && tests.journeys.length === 0) yield `${id}: no test is in charge.`;
    for (const filter of tests.unit) {
      if (!files.some((file) => file.includes(filter))) yield `${id}: no test file fits ${filter}.`;
    }
    for (const journey of tests.journeys) {
      const { file } = journeyOf(journey);
      if (!files.some((each) => each.endsWith(`/${file}`))) yield `${id}: there is no ${file}.`;
    }
  }
}

/** @param {string | undefined} file @returns {Results} */
function readResults(file) {
  return file !== undefined && existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { sound: {}, faults: {} };
}

/** @param {Fault} fault */
function fingerprint({ file, find, replace, tests }) {
  return createHash('sha256')
    .update(JSON.stringify([file, find, replace, tests]))
    .digest('hex')
    .slice(0, 12);
}

/** @param {readonly Fault[]} faults @param {Results} results */
function report(faults, results) {
  const tried = faults.filter(({ id }) => {
    const { unit, journeys } = results.faults[id] ?? {};
    return unit !== undefined || journeys !== undefined;
  });
  const left = tried.filter(({ id }) => !isNoticed(results.faults[id]));
  console.log(`${tried.length - left.length} noticed of ${tried.length} tried, of ${faults.length}`);
  for (const { id } of left) console.log(`  nobody noticed ${id}`);
}

/** @param {Result | undefined} result */
function isNoticed(result) {
  return (result?.unit?.by.length ?? 0) > 0 || (result?.journeys?.by.length ?? 0) > 0;
}

/**
 * @param {readonly Fault[]} faults
 * @param {{ results: Results, through: readonly string[], keep: () => void, most: number }} context
 */
async function tryUnitTests(faults, { results, through, keep, most }) {
  const left = faults
    .filter(({ id, tests }) => hasFastTests(tests) && results.faults[id]?.unit === undefined)
    .slice(0, most);
  await noteSound(
    left
      .map(({ tests }) => tests.unit)
      .filter((filters) => filters.length > 0 && results.sound[setOf(filters)] !== 'passed'),
    { results, through },
  );
  for (const fault of left) {
    const result = results.faults[fault.id];
    const { unit, checks = [] } = fault.tests;
    const sound = unit.length === 0 ? 'passed' : results.sound[setOf(unit)];
    if (result === undefined) continue;
    if (sound !== 'passed') {
      console.log(`${fault.id}: not tried, its tests fail without it: ${sound}`);
      continue;
    }
    const restore = plantIn(scratchDirectory, [fault]);
    try {
      const noticed = await runChecks(checks, through);
      result.unit = unit.length === 0 || noticed.by.length > 0 ? noticed : await runUnitTests(unit, through);
    } finally {
      restore();
    }
    print(fault, result.unit);
    keep();
  }
}

/** @param {Fault['tests']} tests */
function hasFastTests({ unit, checks = [] }) {
  return unit.length + checks.length > 0;
}

/** @param {readonly string[]} filters */
function setOf(filters) {
  return `unit ${filters.join(' ')}`;
}

/**
 * Checks that the tests in charge pass without a fault, because the results of other tests mean nothing. Runs all sets in one run.
 * @param {readonly (readonly string[])[]} sets @param {{ results: Results, through: readonly string[] }} context
 */
async function noteSound(sets, { results, through }) {
  if (sets.length === 0) return;
  const { by } = await runUnitTests([...new Set(sets.flat())], through, { isWhole: true });
  for (const filters of sets) {
    const isOwn = (/** @type {string} */ failure) =>
      failure.startsWith('beside the tests') || filters.some((filter) => failure.includes(`: ${filter}`));
    results.sound[setOf(filters)] = by.find(isOwn) ?? 'passed';
  }
}

/**
 * @param {readonly Fault[]} faults
 * @param {{ results: Results, through: readonly string[], keep: () => void, together: number, workers: number }} context
 */
async function tryJourneys(faults, { results, through, keep, together, workers }) {
  const left = faults.filter((fault) => {
    const result = results.faults[fault.id];
    return fault.tests.journeys.length > 0 && result?.journeys === undefined && !isNoticed(result);
  });
  const wanted = [...new Set(left.flatMap(({ tests }) => tests.journeys))];
  const unknown = wanted.filter((journey) => results.sound[journey] === undefined);
  if (unknown.length > 0) {
    const failed = await runJourneys(unknown, { through, workers });
    for (const journey of unknown) results.sound[journey] = failed.get(journey)?.by[0] ?? 'passed';
    keep();
  }
  const unsound = wanted.filter((journey) => results.sound[journey] !== 'passed');
  if (unsound.length > 0) throw new UserError(`Journeys that fail without a fault: ${unsound.join(', ')}`);

  for (const group of groupsOf(left, together)) {
    const restore = plantIn(scratchDirectory, group);
    let noticed;
    try {
      noticed = await runJourneys(
        group.flatMap(({ tests }) => tests.journeys),
        { through, workers },
      );
    } finally {
      restore();
    }
    for (const fault of group) {
      const own = fault.tests.journeys.map((journey) => noticed.get(journey));
      const result = results.faults[fault.id];
      if (result === undefined) continue;
      result.journeys = {
        by: own.flatMap((one) => one?.by ?? []),
        seconds: own.reduce((sum, one) => sum + (one?.seconds ?? 0), 0),
      };
      print(fault, result.journeys);
    }
    keep();
  }
}

/** Groups faults that are in different files and share no journey. @param {readonly Fault[]} faults @param {number} most */
function groupsOf(faults, most) {
  /** @type {Fault[][]} */
  const groups = [];
  for (const fault of faults) {
    const group = groups.find(
      (others) =>
        others.length < most &&
        others.every(
          (other) =>
            other.file !== fault.file &&
            !other.tests.journeys.some((journey) => fault.tests.journeys.includes(journey)),
        ),
    );
    if (group === undefined) groups.push([fault]);
    else group.push(fault);
  }
  return groups;
}

/** @param {Fault} fault @param {Noticed} noticed */
function print({ id, kind }, { by, seconds }) {
  const who = by.length === 0 ? 'NOT NOTICED' : by.slice(0, 2).join(' | ');
  console.log(`${id} (${kind}) ${Math.round(seconds)} s: ${who}`);
}
