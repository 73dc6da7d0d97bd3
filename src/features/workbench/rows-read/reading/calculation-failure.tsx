import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
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
  /** The view whose answer is replaced. */
  readonly of: 'changes' | 'checks' | 'pivot';
  readonly failure: EngineFailure | null;
  /** Absent where the view has a button of its own for it. */
  readonly onRetry?: () => void;
}

/** Replaces an answer that could not be computed: says why, as far as people can do something about it. */
export function CalculationFailure({ of, failure, onRetry }: CalculationFailureProps) {
  const t = useTranslations(`${of}.failed`);
  const tCommon = useTranslations('common');
  const advice = (failure === null ? undefined : ADVICE[failure.kind]) ?? 'text';
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={t('title')}
      tone="failure"
      {...(onRetry !== undefined && {
        actions: (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {tCommon('tryAgain')}
          </Button>
        ),
      })}
    >
      {/* Only figures of a pivot can be out of range. */}
      <p>{t(t.has(advice) ? advice : 'text')}</p>
    </StatePanel>
  );
}
