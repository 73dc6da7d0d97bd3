import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import type { EngineFailure } from '../engine/analysis-engine';

/** The message that gives advice on a failure which the calculation itself causes. */
const ADVICE: Partial<Record<EngineFailure['kind'], 'outOfMemory' | 'outOfRange' | 'tooSlow'>> = {
  'out-of-memory': 'outOfMemory',
  'out-of-range': 'outOfRange',
  'too-slow': 'tooSlow',
  'too-large': 'tooSlow',
};

export interface CalculationFailureProps {
  /** The namespace of the messages `failed`. */
  readonly of: 'changes' | 'checks' | 'checks.findings' | 'pivot' | 'sources.file' | 'subset';
  /** Null or absent if it is not known to be a failure of the engine. */
  readonly failure?: EngineFailure | null;
  /** Absent where the view has a button of its own for it. */
  readonly onRetry?: () => void;
}

/** Replaces an answer that could not be computed: says why, as far as people can do something about it. */
export function CalculationFailure({ of, failure = null, onRetry }: CalculationFailureProps) {
  const t = useTranslations(`${of}.failed`);
  const advice = (failure === null ? undefined : ADVICE[failure.kind]) ?? 'text';
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={t('title')}
      tone="failure"
      {...(onRetry !== undefined && { actions: <RetryButton onRetry={onRetry} /> })}
    >
      {/* Not every calculation can fail for every reason. */}
      <p>{t(t.has(advice) ? advice : 'text')}</p>
    </StatePanel>
  );
}
