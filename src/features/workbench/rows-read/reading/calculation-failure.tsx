import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';

/** The messages with advice on failures that the calculation itself causes, by the kind of failure. */
const ADVICE: Partial<Record<EngineFailure['kind'], 'outOfMemory' | 'outOfRange' | 'tooSlow'>> = {
  'out-of-memory': 'outOfMemory',
  'out-of-range': 'outOfRange',
  'too-slow': 'tooSlow',
  'too-large': 'tooSlow',
};

export interface CalculationFailureProps {
  /** The namespace whose `failed` messages are shown. */
  readonly of: 'changes' | 'checks' | 'checks.findings' | 'pivot' | 'sources.file' | 'subset';
  /** The failure of the engine (the database in the browser); null or absent if the error may have another cause. */
  readonly failure?: EngineFailure | null;
  /** Absent if the view has its own button to retry. */
  readonly onRetry?: () => void;
}

/** Shown instead of a result that could not be computed. Gives the reason if the user can do something about it. */
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
      {/* Not every calculation can fail for every reason, so some namespaces have no message with this advice. */}
      <p>{t(t.has(advice) ? advice : 'text')}</p>
    </StatePanel>
  );
}
