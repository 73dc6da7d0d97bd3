import { describe, expect, test } from 'vitest';
import { matchedGroups, type PaletteGroup } from './match-entries';

function group(id: string, labels: readonly string[], shownUnasked = 2): PaletteGroup {
  return {
    id,
    label: id,
    shownUnasked,
    entries: labels.map((label) => {
      const [name = '', detail = ''] = label.split('|');
      return { id: label, label: name, detail, choose: () => undefined };
    }),
  };
}

function found(groups: readonly PaletteGroup[], text: string): string {
  return matchedGroups(groups, text)
    .map(
      ({ id, entries, moreCount }) =>
        `${id}: ${entries.map((entry) => entry.label).join(', ')} +${moreCount}`,
    )
    .join(' / ');
}

describe('matchedGroups', () => {
  const groups = [
    group('columns', ['Sales price|Item_SalesPrice', 'Tender price|Tender', 'Prévision|x']),
    group('fields', ['Value|Sales price', 'Price|Tender', 'SalesGroup|x'], 0),
  ];

  test('before anything is typed lists what each group wants to show', () => {
    expect(found(groups, '  ')).toBe('columns: Sales price, Tender price +0');
  });

  test('wants every word, in the label or beside it, and puts the best first', () => {
    expect(found(groups, 'price')).toBe('fields: Price, Value +0 / columns: Sales price, Tender price +0');
    expect(found(groups, 'SALES val')).toBe('fields: Value +0');
    expect(found(groups, 'sales')).toBe('columns: Sales price +0 / fields: SalesGroup, Value +0');
    expect(found(groups, 'nowhere')).toBe('');
  });

  test('ignores accents', () => {
    expect(found(groups, 'prevision')).toBe('columns: Prévision +0');
  });

  test('lists a few, and counts the rest', () => {
    const many = Array.from({ length: 20 }, (_, index) => `Field ${index}`);
    expect(matchedGroups([group('fields', many)], 'field')).toMatchObject([{ moreCount: 12 }]);
  });
});
