import { Button } from '@mantine/core';
import { IconAdjustmentsFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { coveragePlace } from '../../controller/places';
import coverageClasses from '../reading/coverage-bar.module.css';
import { tooLongTexts } from '@/analysis/reading/coverage-text';
import subsetClasses from '../rows/subset-rows.module.css';
import type { Refining } from './use-refining';

export interface RefinedBarProps {
  readonly refining: Exclude<Refining, { readonly status: 'problem' }>;
}

/**
 * Explains why rows could not be filtered, or names computed columns with blanks. While rows are being filtered, the status line says so.
 * It also shows the number of the remaining rows.
 */
export function RefinedBar({ refining }: RefinedBarProps) {
  const t = useTranslations('refine');
  const tCommon = useTranslations('common');
  const words = useWords();
  const { kind } = refining;
  if (refining.status === 'pending') {
    // While rows are being read, the coverage bar shows the progress.
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
        // Blanks are shown as a note, because `useAnnounceRefined` announces them.
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
