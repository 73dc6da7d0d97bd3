import { Button } from '@mantine/core';
import { IconEqual, IconKeyOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { StatePanel } from '@/ui/components/state-panel';
import { differingColumns, type Comparison } from '@/analysis/comparison/comparison';
import type { Side } from '@/analysis/matching/matched-sides';
import { useChooseKeys } from './comparison-form';
import { hasNothingCompared } from './comparison-notes';

/** Shown if no key occurs on both sides. Probably the wrong columns were chosen as the key. */
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

/** Shown instead of rows if no row differs, because all rows are the same or because no row could be compared. */
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
