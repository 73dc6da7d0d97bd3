import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyQuery } from '@/test/draft-query.arbitraries';
import { queryFromSearch, queryToSearch } from './query-address';
import { freeName, queryOfView, savedViewSchema, type SavedView } from './saved-view';
import { readTeamFile, readViewFile, teamFileText, viewFileSchema, viewFileText } from './view-file';

function view(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 'a',
    priceColumn: 'SalesPrice',
    name: 'Mine',
    query: { v: '1' },
    arrangement: { order: [], pinnedStart: ['Number'], pinnedEnd: [], hidden: [], widthsPx: { Number: 120 } },
    isDefault: false,
    runsOnOpen: true,
    savedAtMs: 5,
    ...changes,
  };
}

function ids(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
}

test('a draft survives saving as a view and exporting to a file', () => {
  fc.assert(
    fc.property(anyQuery(), ({ fields, draft }) => {
      const text = viewFileText([view({ query: queryOfView(queryToSearch(draft)) })]);
      const read = readViewFile(text, [], ids());
      const [first] = read.ok ? read.views : [];
      expect(first && queryFromSearch(first.query, { fields }, () => false)).toEqual({ draft, problems: [] });
    }),
  );
});

describe('a file of views', () => {
  test('is added to the existing views under free names, without replacing a default view', () => {
    const existing = [view({ isDefault: true })];
    const text = viewFileText([
      view({ query: { v: '1', sort: 'Value' }, isDefault: true }),
      view(),
      view({ name: 'Other', priceColumn: 'TenderPrice', isDefault: true }),
    ]);
    const read = readViewFile(text, existing, ids());
    expect(read).toEqual({
      ok: true,
      knownCount: 1,
      brokenCount: 0,
      views: [
        view({ id: 'new-1', name: 'Mine (2)', query: { v: '1', sort: 'Value' } }),
        view({ id: 'new-2', name: 'Other', priceColumn: 'TenderPrice', isDefault: true }),
      ],
    });
  });

  test.each([
    ['no JSON', '{', 'not-json'],
    ['another file', '{"rows":[]}', 'not-views'],
    ['one of a later version', '{"format":"colonnade-views","version":2,"views":[]}', 'newer-version'],
  ])('%s is rejected', (_, text, problem) => {
    expect(readViewFile(text, [], ids())).toEqual({ ok: false, problem });
  });

  test('with invalid entries gives the valid ones and counts the others', () => {
    const file = {
      format: 'colonnade-views',
      version: 1,
      views: [{ name: 'x' }, view(), { ...view(), name: ' ' }],
    };
    expect(readViewFile(JSON.stringify(file), [], ids())).toMatchObject({
      brokenCount: 2,
      views: [{ name: 'Mine' }],
    });
  });
});

describe('a file of views for a team', () => {
  const own = view({ isDefault: true, runsOnOpen: true, isInRoutine: true });

  test("has nothing that is one person's own, and is a file of views", () => {
    const text = teamFileText([own]);
    expect(viewFileSchema.parse(JSON.parse(text)).views).toEqual([
      view({ isDefault: false, runsOnOpen: false }),
    ]);
    expect(readViewFile(text, [], ids())).toMatchObject({ ok: true, views: [{ name: 'Mine' }] });
  });

  test('gives views of nobody, whatever it says', () => {
    const read = readTeamFile(viewFileText([own, { ...own, name: 'Other' }]));
    expect(read).toEqual({
      ok: true,
      brokenCount: 0,
      views: [
        view({ id: 'team-1', isDefault: false, runsOnOpen: true }),
        view({ id: 'team-2', name: 'Other', isDefault: false, runsOnOpen: true }),
      ],
    });
    expect(readTeamFile('[]')).toEqual({ ok: false, problem: 'not-views' });
  });
});

test('names stay unique regardless of case, and within the length limit', () => {
  const long = 'x'.repeat(80);
  const taken = [view(), view({ name: 'mine (2)' }), view({ name: long })];
  expect(freeName('MINE', taken, 'SalesPrice')).toBe('MINE (3)');
  expect(freeName('Mine', taken, 'TenderPrice')).toBe('Mine');
  const numbered = freeName(long, taken, 'SalesPrice');
  expect(savedViewSchema.safeParse(view({ name: numbered })).success).toBe(true);
});
