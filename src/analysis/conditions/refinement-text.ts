import type { PriceField } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import type { RefineCondition, RefineGroup, Refinement } from './refinement';
import { comparisonText, describeValue, operatorText } from './comparison-text';
import { SEPARATOR } from '@/ui/formats/separator';

/** Describes a refinement: its conditions and computed columns. `fields` includes the computed columns. */
export function refinementText(
  words: Words,
  fields: readonly PriceField[],
  { conditions, computedColumns }: Refinement,
): string {
  const t = words.of('refine');
  const tQuery = words.of('queryText');

  const conditionText = ({ column: field, operator, operand }: RefineCondition): string => {
    if (operand.kind === 'validity') {
      const day = describeValue(words, { value: operand.day }, 'date');
      return operatorText(words, operator, field, [day, operand.to]);
    }
    if (operand.kind === 'column') return operatorText(words, operator, field, [operand.column]);
    const kind = fields.find(({ name }) => name === field)?.type ?? 'text';
    const values = operand.kind === 'values' ? operand.values : [];
    return comparisonText(
      words,
      { field, kind, operator },
      values.map((value) => ({ value, text: null })),
    );
  };

  const groupText = ({ join, parts }: RefineGroup): string => {
    const texts = parts.map((part) =>
      part.kind === 'condition' ? conditionText(part) : tQuery('joined.group', { words: groupText(part) }),
    );
    return texts.join(
      join === 'all' && parts.every(({ kind }) => kind === 'condition')
        ? SEPARATOR
        : ` ${tQuery(`joined.${join}`)} `,
    );
  };

  return [
    ...(conditions === null ? [] : [groupText(conditions)]),
    ...computedColumns.map(({ name, formula }) => t('text.computed', { name, formula })),
  ].join(SEPARATOR);
}
