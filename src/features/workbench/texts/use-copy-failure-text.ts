import { useTranslations } from 'use-intl';
import type { CopyFailure } from '@/rows/kept-copies/copy-failure';

/** Describes why a kept copy cannot be read. */
export function useCopyFailureText(): (failure: CopyFailure) => string {
  const t = useTranslations('results');
  return (failure) => {
    switch (failure.kind) {
      case 'missing':
        return t('copyMissing');
      case 'other-version':
        return t('copyOtherVersion');
      case 'not-loaded':
        return t('copyNotLoaded');
      case 'unsupported':
        return t('copyUnsupported');
      case 'damaged':
        return t('copyDamaged');
      case 'no-space':
      case 'fault':
        return t('copyFault', { detail: failure.kind === 'fault' ? failure.detail : failure.kind });
    }
  };
}
