import type { CopyFailure } from '@/rows/kept-copies/copy-failure';
import type { Words } from '@/ui/formats/words';

/** Describes why a kept copy cannot be read. */
export function copyFailureText(words: Words, failure: CopyFailure): string {
  const t = words.of('results');
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
}
