import { Button } from '@mantine/core';
import { IconEqual, IconKeyOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { StatePanel } from '@/shared/ui/state-panel';
import { differingColumns, LEFT_OUT_KINDS, type Comparison } from '../../rows-read/comparison/comparison';
import { SIDES, type Side } from '../../rows-read/matching/matched-sides';
import { useChooseKeys } from './comparison-form';

/** No key is on both sides, which is more likely a matter of the columns than of the rows. */
export function NoMatch({
  comparison,
  onShow,
}: {
  readonly comparison: Comparison;
  readonly onShow: () => void;
}) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const chooseKeys = useChooseKeys();
  const { spec, sides } = comparison;
  const rows = (side: Side) =>
    t('rows', { formatted: formatInteger(sides[side].rowCount), count: sides[side].rowCount });
  return (
    <StatePanel
      icon={<IconKeyOff size={22} />}
      title={t('noMatch.title')}
      tone="warning"
      actions={
        <>
          <Button onClick={chooseKeys}>{t('noMatch.chooseKeys')}</Button>
          <Button variant="default" onClick={onShow}>
            {t('noMatch.show')}
          </Button>
        </>
      }
    >
      <p>
        {t('noMatch.text', {
          columns: spec.keys.join(', '),
          earlier: rows('earlier'),
          later: rows('later'),
        })}
      </p>
    </StatePanel>
  );
}

/** Whether every row that could be compared is the same on both sides. */
export function hasNoDifferences({ counts }: Pick<Comparison, 'counts'>): boolean {
  return counts.added + counts.removed + counts.changed === 0;
}

/** Shown instead of rows where no row differs: that they are the same, or that none could be compared. */
export function NoDifferences({ comparison }: { readonly comparison: Comparison }) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const chooseKeys = useChooseKeys();
  const { counts, spec } = comparison;
  const count = counts.unchanged;
  if (hasNothingCompared(comparison)) {
    return (
      <StatePanel
        icon={<IconKeyOff size={22} />}
        title={t('noDifferences.uncomparedTitle')}
        tone="warning"
        actions={<Button onClick={chooseKeys}>{t('noMatch.chooseKeys')}</Button>}
      >
        <p>{t('noDifferences.uncompared')}</p>
      </StatePanel>
    );
  }
  return (
    <StatePanel icon={<IconEqual size={22} />} title={t('noDifferences.title')}>
      <p>
        {t('noDifferences.text', {
          formatted: formatInteger(count),
          count,
          columns: differingColumns(spec).join(', '),
        })}
      </p>
    </StatePanel>
  );
}

/** Whether both sides have rows, and each was left out because of its key. */
function hasNothingCompared({ counts, leftOut }: Comparison): boolean {
  return (
    counts.unchanged === 0 && SIDES.some((side) => LEFT_OUT_KINDS.some((kind) => leftOut[side][kind] > 0))
  );
}

/** Returns what a comparison is called that has no differences to count; null where it has some. */
export function outcomeWithoutDifferences(
  comparison: Comparison,
): 'noMatch.title' | 'noDifferences.title' | 'noDifferences.uncomparedTitle' | null {
  if (comparison.hasNoMatch) return 'noMatch.title';
  if (!hasNoDifferences(comparison)) return null;
  return hasNothingCompared(comparison) ? 'noDifferences.uncomparedTitle' : 'noDifferences.title';
}
