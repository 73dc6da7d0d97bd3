import * as fc from 'fast-check';
import { anyChar } from './any-char';
import type { PriceField } from '@/contract/column';
import {
  conditionOf,
  NO_OPERAND,
  operatorOf,
  type DraftCondition,
  type DraftQuery,
  type Operand,
} from '@/features/workbench/model/draft-query';
import { DAYS_LIMIT, RELATIVE_DAYS, relativeDay } from '@/analysis/conditions/relative-day';
import { serviceOperatorIds } from './service-operators';
import { testField } from './test-price-column';

function operand(value: string): Operand {
  return { value, text: null };
}

/** Any query that the service can run, over fields with any names, as it is decoded from an address. */
export function anyQuery(): fc.Arbitrary<{ fields: PriceField[]; draft: DraftQuery }> {
  const anyText = fc.oneof(
    fc.string({ unit: anyChar }),
    fc.string({
      unit: fc.constantFrom('~', ',', ';', '!', '-', '%', '+', '&', '=', '#', ' ', 'a', 'ü', '😀', '\ud83d'),
    }),
    fc.constantFrom('!none', '!off~', '-', '', 'true', '12345678901234567890', '\u0000', '\r\n'),
  );
  const name = anyText.filter((text) => text !== '');
  const type = fc.constantFrom('text', 'number', 'date', 'boolean');
  const fieldList = fc
    .uniqueArray(fc.tuple(name, type), { minLength: 1, maxLength: 6, selector: ([text]) => text })
    .map((pairs) => pairs.map(([text, of]) => testField(text, { type: of })));
  const valueOf = {
    text: anyText,
    number: fc.tuple(fc.bigInt(), fc.nat(99999)).map(([whole, part]) => `${whole}.${part}`),
    date: fc.oneof(
      fc.constantFrom('2026-01-31', '2024-02-29T23:59', '0001-01-01T00:00:00.0000001', ...RELATIVE_DAYS),
      fc.integer({ min: -DAYS_LIMIT, max: DAYS_LIMIT }).map((days) => relativeDay(days) ?? 'today'),
    ),
    boolean: fc.constantFrom('true', 'false'),
  };
  const filterOf = (field: PriceField): fc.Arbitrary<DraftCondition> =>
    fc
      .record({
        operatorId: fc.constantFrom(...serviceOperatorIds(field.type)),
        isDisabled: fc.boolean(),
        values: fc.array(valueOf[field.type].map(operand), { maxLength: 4 }),
        days: fc.nat(999_999).map((days) => operand(String(days))),
      })
      .map(({ operatorId, isDisabled, values, days }) => {
        const made = conditionOf(field, operatorId, { id: 'filter-0', isDisabled });
        if (made === null) throw new Error('the operator is of the type');
        const [value = NO_OPERAND, to = NO_OPERAND] = values;
        switch (operatorOf(made).editor) {
          case 'none':
            return made;
          case 'value':
            return { ...made, value };
          case 'range':
            return { ...made, value, to };
          case 'list':
            return { ...made, values };
          case 'days':
            return { ...made, days };
        }
      });
  return fieldList.chain((fields) => {
    const someField = fc.constantFrom(...fields);
    const chosen = fc.shuffledSubarray(fields.map((field) => field.name));
    return fc
      .record({
        fields: fc.option(chosen),
        filters: fc.array(someField.chain(filterOf), { maxLength: 5 }),
        sort: fc.tuple(chosen, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })),
      })
      .map(({ fields: chosenFields, filters, sort: [sorted, descending] }) => ({
        fields,
        draft: {
          fields: chosenFields,
          filters: filters.map((filter, index) => ({ ...filter, id: `filter-${index + 1}` })),
          sort: sorted.map((field, index) => ({
            id: `sort-${index + 1}`,
            field,
            direction: descending[index] === true ? ('descending' as const) : ('ascending' as const),
          })),
        },
      }));
  });
}
