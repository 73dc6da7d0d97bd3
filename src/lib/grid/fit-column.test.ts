import { expect, test } from 'vitest';
import type { GridColumn } from './grid-model';
import { tellingHeadersPx } from './fit-column';
import type { TextMeter } from './text-meter';

const PX = 8;
const meter: Pick<TextMeter, 'measure'> = {
  measure: (_, headers) => ({
    cellsPx: [],
    headersPx: headers.map(({ column }) => column.label.length * PX),
  }),
};

function headersOf(...labels: readonly string[]): Record<string, number> {
  const columns = labels.map((label): GridColumn => ({ id: label, label, align: 'left' }));
  const marks = { sortLevel: null, isFiltered: false };
  return Object.fromEntries(tellingHeadersPx(columns, () => marks, meter));
}

test('headers that begin alike are shown up to what tells them apart, and others as they were', () => {
  const morning = '28 Nov 2026, 06:00 · ';
  const evening = '28 Nov 2026, 18:00 · ';
  const shown = headersOf(
    'Number',
    `${morning}Value`,
    `${evening}Value`,
    `${morning}Validity`,
    'Name',
    'Names',
  );
  expect(shown).toEqual({
    [`${morning}Value`]: `${morning}Valu…`.length * PX,
    [`${morning}Validity`]: `${morning}Vali…`.length * PX,
    [`${evening}Value`]: '28 Nov 2026, 1…'.length * PX,
  });
});

test('a header that another one begins with is whole', () => {
  expect(headersOf('PromotionValue', 'PromotionValueBefore')).toEqual({
    PromotionValue: 'PromotionValue…'.length * PX,
    PromotionValueBefore: 'PromotionValueB…'.length * PX,
  });
});
