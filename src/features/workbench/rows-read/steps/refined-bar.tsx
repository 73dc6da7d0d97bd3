import { Button } from '@mantine/core';
import { IconAdjustmentsFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import coverageClasses from '../reading/coverage-bar.module.css';
import { refinedText, tooLongTexts } from '../reading/coverage-text';
import subsetClasses from '../rows/subset-rows.module.css';
import type { Refining } from './use-refining';

export interface RefinedBarProps {
  readonly refining: Exclude<Refining, { readonly status: 'problem' }>;
  /** Further tools of these rows. */
  readonly children?: ReactNode;
}

/** Says how many rows satisfy a refinement, and describes them. */
export function RefinedBar({ refining, children }: RefinedBarProps) {
  const t = useTranslations('refine');
  const tCommon = useTranslations('common');
  const words = useWords();
  const tooLong = refining.status === 'ready' ? tooLongTexts(words, refining.refined) : [];
  return (
    <div className={coverageClasses['bar']}>
      <IconAdjustmentsFilled size={16} aria-hidden="true" />
      <p role="status" aria-label={t('statusLabel')} className={subsetClasses['words']}>
        {refining.status === 'pending' && t('pending', { words: refining.words })}
        {refining.status === 'failed' && t(refining.isTooSlow ? 'failedTooSlow' : 'failed')}
        {refining.status === 'ready' &&
          refining.rowsRead.refined !== undefined &&
          refinedText(words, refining.rowsRead.refined)}
        {tooLong.map((text) => (
          <span key={text}> {text}</span>
        ))}
      </p>
      {refining.status === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={refining.retry}>
          {tCommon('tryAgain')}
        </Button>
      )}
      {children}
    </div>
  );
}
