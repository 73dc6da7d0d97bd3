import { expect, test } from 'vitest';
import { proposalFromParameter } from '@/features/workbench/views/proposal/proposal-address';
import { FIRST_PROPOSAL, type ProposalSpec } from './proposal-spec';
import { readRulesFile, rulesFileText } from './rules-file';

const COLUMNS = [
  { name: 'Group', type: 'text' },
  { name: 'Value', type: 'number' },
] as const;
const TEXT =
  '1;rule,for~1!sall!sGroup!tis!tFX-BOLT,by~percent~3,to~ending~0.95~up,below~margin~18,most~8;weight,Volume;reason,Steel';

function spec(): ProposalSpec {
  const read = proposalFromParameter(TEXT, COLUMNS);
  if (!read.ok) throw new Error('The rules cannot be read.');
  return read.spec;
}

test('a file brings the rules back as they were', () => {
  expect(readRulesFile(rulesFileText(spec(), 'SalesPrice'), COLUMNS)).toEqual({ ok: true, rules: spec() });
});

test('a file that has no rules for these rows says why', () => {
  const problemOf = (text: string, columns: Parameters<typeof readRulesFile>[1] = COLUMNS) => {
    const read = readRulesFile(text, columns);
    return read.ok ? null : read.problem;
  };
  const changed = (change: (file: Record<string, unknown>) => unknown) =>
    JSON.stringify(change(JSON.parse(rulesFileText(spec(), 'SalesPrice')) as Record<string, unknown>));
  expect(problemOf('{')).toEqual({ kind: 'not-json', text: '' });
  expect(problemOf('[]')).toEqual({ kind: 'not-rules', text: '' });
  expect(problemOf(changed((file) => ({ ...file, format: 'colonnade-views' })))?.kind).toBe('not-rules');
  expect(problemOf(changed((file) => ({ ...file, version: 2 })))?.kind).toBe('newer-version');
  const broken = { ...FIRST_PROPOSAL, rules: [{ ...spec().rules[0], atMost: '-8' }] };
  expect(problemOf(changed((file) => ({ ...file, rules: broken })))).toEqual({
    kind: 'not-rules',
    text: 'rules.0.atMost',
  });
  expect(problemOf(rulesFileText(spec(), 'SalesPrice'), [{ name: 'Value', type: 'number' }])).toEqual({
    kind: 'conditions',
    text: 'Group',
  });
});
