import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import type { CheckId } from './check-definition';
import type { CheckParameters, ParameterName } from './check-parameters';
import { isOwnCheckId, type AnyCheckId, type OwnCheck } from './own-checks';

/** Returns the name of a check with its limit, so that counts for two limits are not confused. `parameters`: those of the run. */
export function checkName(
  words: Words,
  own: readonly OwnCheck[],
  id: AnyCheckId,
  parameters: CheckParameters = {},
): string {
  if (isOwnCheckId(id)) return own.find((check) => check.id === id)?.name ?? '';
  const t = words.of('checks');
  const format = createDecimalFormat(words.formats.locale, {
    minFractionDigits: 0,
    maxFractionDigits: 1,
    isGrouped: true,
  });
  const limited = LIMITED_NAMES[id];
  const limit = limited === null ? undefined : parameters[limited.parameter];
  if (limited === null || (limited.meant !== null && Number(limit ?? limited.meant) <= limited.meant)) {
    return t(`checks.${id}.name`);
  }
  const message = `checks.${id as LimitedCheckId}.limited` as const;
  return t(message, { [limited.parameter]: limit === undefined ? 'none' : format(limit) });
}

/** The name of a check that states a limit. `meant`: the greatest limit for which the name without a limit is correct; null if none is. */
interface LimitedName {
  readonly parameter: ParameterName;
  readonly meant: number | null;
}

/** The checks whose name states a limit. Null for a check whose name is correct with any parameters. */
const LIMITED_NAMES = {
  'no-price': null,
  'zero-price': null,
  'below-cost': { parameter: 'margin', meant: 0 },
  'far-from-group': null,
  changed: { parameter: 'percent', meant: null },
  overlap: null,
  gap: { parameter: 'days', meant: 1 },
  'ends-before-start': null,
  ended: null,
  'starts-later': null,
  'key-twice': null,
  'several-currencies': null,
  'shifted-decimal': null,
} as const satisfies Record<CheckId, LimitedName | null>;

type LimitedCheckId = {
  [Id in CheckId]: (typeof LIMITED_NAMES)[Id] extends null ? never : Id;
}[CheckId];
