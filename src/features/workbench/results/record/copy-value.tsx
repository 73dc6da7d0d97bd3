import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/shared/ui/copy-text';

export interface CopyValueProps {
  /** Of the column. */
  readonly name: string;
  readonly text: string;
}

const SAID_MS = 2_000;

/** Copies one value, and says on itself what came of it. */
export function CopyValue({ name, text }: CopyValueProps) {
  const t = useTranslations('results');
  const [outcome, setOutcome] = useState<'copied' | 'denied' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'denied');
  return (
    <span aria-live="polite">
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void copy()}>
        {outcome === 'copied' ? t('valueCopied') : t('copyValue', { name })}
      </Button>
      {outcome === 'denied' && t('copyDenied')}
    </span>
  );
}
