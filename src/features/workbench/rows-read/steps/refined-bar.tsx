import { Button } from '@mantine/core';
import { IconAdjustmentsFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { coveragePlace } from '../../controller/places';
import coverageClasses from '../reading/coverage-bar.module.css';
import { tooLongTexts } from '../reading/coverage-text';
import subsetClasses from '../rows/subset-rows.module.css';
import type { Refining } from './use-refining';

export interface RefinedBarProps {
  readonly refining: Exclude<Refining, { readonly status: 'problem' }>;
}

/**
 * Says why rows could not be filtered, or which computed columns have blanks. Rows that are being filtered are told in the status
 * line, which also has the number of those that are left.
 */
export function RefinedBar({ refining }: RefinedBarProps) {
  const t = useTranslations('refine');
  const tCommon = useTranslations('common');
  const words = useWords();
  const { kind } = refining;
  if (refining.status === 'pending') {
    // While rows are read, the bar of the reading tells its progress.
    if (!refining.isRunning) return null;
    return (
      <coveragePlace.Into>
        <p aria-live="off">{t('pending', { words: refining.words, kind })}</p>
      </coveragePlace.Into>
    );
  }
  const isFailed = refining.status === 'failed';
  const texts = isFailed
    ? [t(refining.isTooSlow ? 'failedTooSlow' : 'failed', { kind })]
    : tooLongTexts(words, refining.refined);
  if (texts.length === 0) return null;
  return (
    <div className={coverageClasses['bar']}>
      <IconAdjustmentsFilled size={16} aria-hidden="true" />
      <p
        // What was filtered and computed is announced with it.
        role={isFailed ? 'alert' : 'note'}
        aria-label={t('statusLabel')}
        className={subsetClasses['words']}
      >
        {texts.join(' ')}
      </p>
      {isFailed && (
        <Button variant="default" size="compact-sm" onClick={refining.retry}>
          {tCommon('tryAgain')}
        </Button>
      )}
    </div>
  );
}
