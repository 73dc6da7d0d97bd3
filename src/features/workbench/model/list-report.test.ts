import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { foldCase } from '@mocks/data/text-dictionary';
import { conditionOf, type DraftCondition, type DraftQuery } from './draft-query';
import { hasPastedList, listReportState, reportedLists } from './list-report';
import { equalityKey } from '@/analysis/conditions/reported-list';

const rule = { id: 'filter-1', isDisabled: false };

function queryOf(operator: string, count: number, members: Partial<DraftCondition> = {}): DraftQuery {
  const condition = conditionOf({ name: 'Name', type: 'text' }, operator, rule);
  if (condition === null) throw new Error('There is no such operator.');
  const values = Array.from({ length: count }, (_, index) => ({ value: `v${index}`, text: null }));
  return { fields: null, filters: [{ ...condition, values, ...members } as DraftCondition], sort: [] };
}

describe('the lists of a query', () => {
  it('are those of "is any of" that are sent', () => {
    expect(reportedLists(queryOf('is-any-of', 2))).toEqual([
      { id: 'filter-1', field: 'Name', type: 'text', values: ['v0', 'v1'] },
    ]);
    expect(reportedLists(queryOf('is-none-of', 2))).toEqual([]);
    expect(reportedLists(queryOf('is-any-of', 1))).toEqual([]);
    expect(reportedLists(queryOf('is-any-of', 2, { isDisabled: true }))).toEqual([]);
    expect(reportedLists(null)).toEqual([]);
  });

  it('are reported where the address says so, or where nobody can have typed them', () => {
    const [short, long] = [2, 21].map((count) => reportedLists(queryOf('is-any-of', count)));
    expect(listReportState({ report: undefined }, short ?? [])).toBeNull();
    expect(listReportState({ report: 'open' }, short ?? [])).toBe('open');
    expect(listReportState({ report: 'folded' }, short ?? [])).toBe('folded');
    expect(listReportState({ report: undefined }, long ?? [])).toBe('open');
    expect(listReportState({ report: 'folded' }, long ?? [])).toBe('folded');
    expect(listReportState({ report: 'else' }, long ?? [])).toBe('open');
    expect(listReportState({ report: 'open' }, [])).toBeNull();
  });

  it('are known to be pasted', () => {
    expect(hasPastedList(queryOf('is-any-of', 2))).toBe(false);
    expect(hasPastedList(queryOf('is-any-of', 2, { isPasted: true }))).toBe(true);
    expect(hasPastedList(queryOf('is-any-of', 2, { isPasted: true, isDisabled: true }))).toBe(false);
    expect(hasPastedList(queryOf('is-none-of', 2, { isPasted: true }))).toBe(false);
  });
});

describe('equality', () => {
  it('of texts disregards case as the service does, and nothing else', () => {
    const text = fc.string({ unit: anyChar });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(equalityKey(a, 'text') === equalityKey(b, 'text')).toBe(foldCase(a) === foldCase(b));
        expect(equalityKey(a.toUpperCase(), 'text') === equalityKey(a, 'text')).toBe(
          foldCase(a.toUpperCase()) === foldCase(a),
        );
      }),
    );
    expect(equalityKey('a ', 'text')).not.toBe(equalityKey('a', 'text'));
  });

  it('of numbers is that of their values', () => {
    expect(equalityKey('1.50', 'number')).toBe(equalityKey('1.5', 'number'));
    expect(equalityKey('100', 'number')).not.toBe(equalityKey('1', 'number'));
    expect(equalityKey('123456789012345678.1', 'number')).not.toBe(
      equalityKey('123456789012345678.2', 'number'),
    );
  });
});
