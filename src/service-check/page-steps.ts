import { BODY_SPELLINGS, PAGE_SPELLINGS, TOTAL_HEADERS } from '@/contract/known-spellings';
import { isMemberPath, pathSteps, pathText, valueAt } from '@/contract/member-path';
import { isHeaderPlace, type ServiceDescription } from '@/contract/service-description';
import { CallFailed, type Answer } from './caller';
import {
  askPlain,
  callsLeft,
  dataOf,
  dialectOf,
  fieldsWhere,
  HALF,
  isSameRows,
  isTelling,
  needs,
  noteOfAnswer,
  refusalOf,
  rowsOf,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import type { Note } from './check-step';
import { findBeside, isWhole } from './first-page-step';
import { knownAmong } from './known-names';
import { leavesOf, nearest } from './near-names';

/** Asks for two fields as the first look of the workbench does. */
export async function checkFields(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { fields } = proposal.description().extraction;
  const expected = `${fields.name}: array of string`;
  if (run.sampleAnswer === null || run.priceColumn === null) return needs('first-page');
  const chosen = fieldsWhere(run, () => true)
    .slice(0, 2)
    .map(({ name }) => name);
  if (chosen.length === 0) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const query = { fields: chosen };
  const isChosen = (answer: Answer) => {
    const rows = rowsOf(answer, proposal.description());
    return rows !== null && rows.length > 0 && rows.every((row) => isSameNames(Object.keys(row), chosen));
  };
  const finding = (): Finding => ({
    verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs',
    expected,
    came: `${proposal.description().extraction.fields.name}: array of string`,
  });
  // A first look says that rows need not be counted, unless constants are described.
  const isBypassing = proposal.description().extraction.constants === undefined;
  const extra = isBypassing ? { bypassTotalCount: true } : {};
  let answer = await askPlain(run, { query, extra });
  if (isChosen(answer)) return finding();
  if (!answer.isOk && isBypassing) {
    const refusal = refusalOf(answer, { ...extra, [fields.name]: chosen });
    if (refusal.mentions('bypassTotalCount')) {
      proposal.change([['extraction.constants', {}]], { kind: 'named-in-refusal', name: 'bypassTotalCount' });
      answer = await askPlain(run, { query });
      if (isChosen(answer)) return finding();
    }
  }
  const names = await knownAmong(run, BODY_SPELLINGS.fields, fields.name);
  for (const name of names.slice(0, 5)) {
    const tried = proposal.tried([['extraction.fields.name', name]]);
    if (tried === null) continue;
    answer = await askPlain(run, { query }, tried);
    if (!isChosen(answer)) continue;
    proposal.change([['extraction.fields.name', name]], { kind: 'accepted', name });
    return finding();
  }
  return {
    verdict: 'missing',
    expected,
    notes: [{ kind: 'tried', name: [fields.name, ...names.slice(0, 5)].join(', ') }],
  };
}

function isSameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/** Asks for the first rows once more. If they are others, asks for them in the order of the key. */
export async function checkSamePage(run: CheckRun): Promise<Finding> {
  if (run.sampleAnswer === null) return needs('first-page');
  const expected = `array of ${run.sample.length}`;
  const again = await askPlain(run);
  const rows = rowsOf(again, run.proposal.description());
  if (rows !== null && isSameRows(rows, run.sample))
    return { verdict: 'fits', expected, came: `array of ${rows.length}` };
  run.isStable = false;
  if (rows === null && !again.isOk) return { verdict: 'missing', expected, notes: [noteOfAnswer(again)] };
  const keys = fieldsWhere(
    run,
    ({ isKey, isPrimaryKey, isSortable }) => isSortable && (isKey || isPrimaryKey),
  );
  const unique = fieldsWhere(run, ({ isUnique, isSortable }) => isSortable && isUnique);
  const order = (keys.length > 0 ? keys : unique.slice(0, 1)).map(
    ({ name }) => ({ column: name, direction: 'ascending' }) as const,
  );
  const came = rows === null ? '' : `array of ${rows.length}`;
  if (order.length > 0) {
    const first = await askPlain(run, { query: { sort: order } });
    const second = await askPlain(run, { query: { sort: order } });
    const [sample, other] = [first, second].map((answer) => rowsOf(answer, run.proposal.description()));
    if (sample && other && sample.length === run.sample.length && isSameRows(sample, other)) {
      Object.assign(run, { order, sample, sampleAnswer: first, isStable: true });
      const name = order.map(({ column }) => column).join(', ');
      return { verdict: 'differs', expected, came, notes: [{ kind: 'stable-by-key', name }] };
    }
  }
  return { verdict: 'missing', expected, came, notes: [{ kind: 'changes' }] };
}

/** Calls that stay free for the steps after page 2. */
const CALLS_AFTER_PAGES = 14;

/** Asks for page 2 of half the size. Its rows tell apart all ways to count pages: each would lead to others. */
export async function checkSecondPage(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { page } = proposal.description().extraction;
  const expected = `${page.name}: number, first ${page.first}, ${page.style}`;
  if (run.sampleAnswer === null) return needs('first-page');
  if (!run.isStable) return needs('same-page');
  if (!isTelling(run.sample)) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const answer = await askSecond(run, proposal.description(), run.sample);
  if (answer !== null) {
    run.secondAnswer = answer;
    return { verdict: 'fits', expected, came: expected };
  }
  const styles = page.style === 'number' ? (['number', 'offset'] as const) : (['offset', 'number'] as const);
  const others = styles.flatMap((style) => ([1, 0] as const).map((first) => ({ first, style })));
  const names = page.style === 'number' ? BODY_SPELLINGS.page : BODY_SPELLINGS.offset;
  const ways = [
    ...others
      .filter(({ first, style }) => first !== page.first || style !== page.style)
      .map((way) => ({ ...way, name: page.name })),
    ...(page.style === 'number'
      ? BODY_SPELLINGS.offset.slice(0, 2).map((name) => ({ first: 0, style: 'offset', name }))
      : []),
    ...names
      .slice(0, 3)
      .filter((name) => name !== page.name)
      .map((name) => ({ first: page.first, style: page.style, name })),
  ];
  for (const { first, style, name } of ways) {
    if (callsLeft(run, CALLS_AFTER_PAGES) < 2) break;
    const changes = [
      ['extraction.page.name', name],
      ['extraction.page.style', style],
      ['extraction.page.first', first],
    ] as const;
    const tried = proposal.tried(changes);
    if (tried === null) continue;
    const firstAnswer = await askPlain(run, {}, tried);
    const sample = rowsOf(firstAnswer, tried);
    if (sample === null || !isTelling(sample)) continue;
    const second = await askSecond(run, tried, sample);
    if (second === null) continue;
    proposal.change(changes, { kind: 'fits-rows', name });
    Object.assign(run, { sample, sampleAnswer: firstAnswer, secondAnswer: second });
    findBeside(run, firstAnswer, []);
    dropWrongPage(run, second);
    return { verdict: 'differs', expected, came: `${name}: number, first ${first}, ${style}` };
  }
  return { verdict: 'missing', expected, notes: [{ kind: 'rows-differ' }] };
}

/** Resolves to the answer with page 2; null if it has other rows than the second half of the first ones. */
async function askSecond(
  run: CheckRun,
  description: ServiceDescription,
  sample: readonly Row[],
): Promise<Answer | null> {
  const answer = await askPlain(run, { page: 2, pageSize: HALF }, description);
  const rows = rowsOf(answer, description);
  if (rows === null || !isSameRows(rows, sample.slice(HALF))) return null;
  if (description === run.proposal.description()) dropWrongPage(run, answer);
  return answer;
}

/** Takes back where the number of the page is, if page 2 has another value there. */
function dropWrongPage(run: CheckRun, second: Answer): void {
  const { pageOf, page } = run.proposal.description().extraction;
  if (pageOf === null) return;
  const told = valueAt(dataOf(second, dialectOf(run)), pathSteps(pageOf));
  const asked = page.first + (page.style === 'number' ? 1 : HALF);
  if (told !== asked) run.proposal.change([['extraction.pageOf', null]], { kind: 'not-there' });
}

/** Finds the number of all rows: it is the same beside 8 rows and beside 4, and not less than the rows that were seen. */
export function checkTotal(run: CheckRun): Finding {
  const { proposal, sampleAnswer, secondAnswer } = run;
  const { total } = proposal.description().extraction;
  const expected = `${isMemberPath(total) ? pathText(total) : JSON.stringify(total)}: number`;
  if (sampleAnswer === null) return needs('first-page');
  if (secondAnswer === null) return needs('page-2');
  const dialect = dialectOf(run);
  const [first, second] = [dataOf(sampleAnswer, dialect), dataOf(secondAnswer, dialect)];
  const countAt = (steps: readonly string[]) => {
    const [one, other] = [valueAt(first, steps), valueAt(second, steps)];
    return isWhole(one) && one === other && one >= run.sample.length ? one : null;
  };
  if (total === null) return { verdict: 'fits', expected, came: expected };
  const countInHeader = (name: string) => {
    const [one = '', other] = [sampleAnswer, secondAnswer].map(({ headers }) => headers.get(name));
    return /^\d+$/.test(one) && one === other && Number(one) >= run.sample.length ? Number(one) : null;
  };
  const isNew = proposal.proposed().some(({ key }) => key === 'extraction.total');
  run.rowCount = isHeaderPlace(total) ? countInHeader(total.header.toLowerCase()) : countAt(pathSteps(total));
  if (run.rowCount !== null) return { verdict: isNew ? 'differs' : 'fits', expected, came: expected };
  const leaf = nearest(leavesOf(first), PAGE_SPELLINGS.total, ({ steps }) => countAt(steps) !== null);
  if (leaf !== undefined) {
    const name = leaf.steps.join('.');
    if (proposal.change([['extraction.total', name]], { kind: 'found-in-answer', name })) {
      run.rowCount = countAt(leaf.steps);
      return { verdict: 'differs', expected, came: `${name}: number` };
    }
  }
  // The step with the first page may have had a place in mind, which has not proven right.
  proposal.takeBack('extraction.total');
  const header = TOTAL_HEADERS.find((name) => countInHeader(name) !== null);
  const isPossible = proposal.change(
    [['extraction.total', header === undefined ? null : { header }]],
    header === undefined ? { kind: 'not-there' } : { kind: 'found-in-answer', name: header },
  );
  const came = header === undefined ? '' : `${header} (HTTP)`;
  if (isPossible) {
    run.rowCount = header === undefined ? null : countInHeader(header);
    return { verdict: 'differs', expected, came };
  }
  const notes: Note[] = [{ kind: 'not-possible-yet', name: 'extraction.total' }];
  return { verdict: 'missing', expected, came, notes, isProposalRight: true };
}

/** Sizes that are tried if the largest one is refused, and those if it takes too long. */
const SMALLER_SIZES = [5_000, 1_000, 500, 100];
const AFTER_TIMEOUT = [1_000, 100];

export async function checkLargestPage(run: CheckRun): Promise<Finding> {
  const { proposal, rowCount } = run;
  const { size } = proposal.description().extraction;
  const expected = `${size.name}: ${size.max}`;
  if (run.sampleAnswer === null) return needs('first-page');
  if (run.secondAnswer === null) return needs('page-2');
  const query = {
    fields: fieldsWhere(run, () => true)
      .slice(0, 1)
      .map(({ name }) => name),
  };
  const wanted = async (pageSize: number) => {
    const answer = await askPlain(run, { query, pageSize, effort: 'largest-page' });
    return { answer, count: rowsOf(answer, proposal.description())?.length ?? null };
  };
  // Without a total, page 2 shows whether there are more rows than the first page has.
  const leastRowCount = async (pageSize: number) => {
    const rows = rowsOf(await askPlain(run, { query, pageSize, page: 2 }), proposal.description());
    return pageSize + (rows?.length ?? 0);
  };
  const first = await orNull(wanted(size.max));
  const count = first?.count ?? null;
  if (count !== null && rowCount !== null && count > rowCount)
    return { verdict: 'missing', expected, came: `array of ${count}`, notes: [{ kind: 'rows-differ' }] };
  const isCut = count !== null && count < (rowCount ?? (await leastRowCount(count)));
  if (count !== null && (count === size.max || !isCut))
    return { verdict: 'fits', expected, came: `array of ${count}` };
  const named = first === null ? [] : refusalOf(first.answer, {}).numbers;
  const smaller = first === null ? AFTER_TIMEOUT : SMALLER_SIZES;
  const sizes = [...named, ...smaller].filter((each) => each >= 10 && each < size.max);
  const candidates = count === null ? sizes.slice(0, 4) : [count];
  for (const candidate of new Set(candidates)) {
    const next = await orNull(wanted(candidate));
    if (next?.count !== Math.min(candidate, rowCount ?? candidate)) continue;
    const isPossible = proposal.change([['extraction.size.max', candidate]], {
      kind: 'accepted',
      name: String(candidate),
    });
    const notes: Note[] = isPossible ? [] : [{ kind: 'not-possible-yet', name: 'extraction.size.max' }];
    return {
      verdict: isPossible ? 'differs' : 'missing',
      expected,
      came: `${size.name}: ${candidate}`,
      notes: [...notes, { kind: 'fewer-rows', count: candidate }],
    };
  }
  const notes: Note[] =
    first === null ? [{ kind: 'stopped', reason: 'timed-out' }] : [noteOfAnswer(first.answer)];
  return { verdict: 'missing', expected, notes };
}

/** Resolves to null if a call took too long, or its answer was too large. */
async function orNull<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CallFailed && error.reason !== 'unreachable') return null;
    throw error;
  }
}
