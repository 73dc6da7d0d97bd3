import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useFailureText } from '@/shared/ui/use-failure-text';
import type { ServiceFailure } from '@/shared/http/service-error';
import type { ShownResults } from '../exportable-results';
import type { ResultsPanelProps } from '../results-panel-props';
import { useBreachText } from '../snapshot-failure-panel';
import classes from './copy-notice.module.css';
import { COPY_LIMIT_CELLS, type CopyPlan } from './copy-plan';
import type { CopyCounts } from './copy-writer';
import type { Copying } from './use-copy';

export interface CopyNoticeProps {
  readonly copying: Copying;
  /** Take cells elsewhere that the clipboard does not take. */
  readonly renderTools: ResultsPanelProps['renderTools'];
  readonly getResults: () => ShownResults;
}

/** What becomes of a copy: progress, what came of it, or why nothing did. */
export function CopyNotice({ copying, renderTools, getResults }: CopyNoticeProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { state } = copying;
  return (
    <div aria-live="polite" className={classes['place']}>
      {state.status !== 'idle' && (
        <div className={classes['notice']}>
          {content()}
          <Button size="compact-sm" variant="default" onClick={copying.dismiss}>
            {state.status === 'loading' ? t('cancel') : t('dismiss')}
          </Button>
        </div>
      )}
    </div>
  );

  function content() {
    switch (state.status) {
      case 'idle':
        return null;
      case 'loading':
        return (
          <>
            <span>{t('copyLoading')}</span>
            <progress
              className={classes['progress']}
              max={state.rowCount}
              value={state.rowsDone}
              aria-label={t('copyLoading')}
            />
            <span aria-live="off" className={classes['number']}>
              {formats.formatPercent(state.rowsDone / state.rowCount)}
            </span>
          </>
        );
      case 'copied':
        return <CopiedText counts={state.counts} />;
      case 'copied-one':
        return <span>{t('copiedOne', { name: state.name })}</span>;
      case 'ready':
        return (
          <>
            <span>{t('copyReady')}</span>
            <Button size="compact-sm" onClick={() => void copying.write(state.content, state.counts)}>
              {t('copyNow')}
            </Button>
          </>
        );
      case 'denied':
        return (
          <>
            <span>{t('copyDenied')}</span>
            {renderTools(getResults, 'notice')}
          </>
        );
      case 'refused':
        return (
          <>
            <RefusedText plan={state.plan} />
            {state.plan.reason === 'too-many' && renderTools(getResults, 'notice')}
          </>
        );
      case 'failed':
        return (
          <span>
            {t('copyFailed')}{' '}
            {state.failure?.kind === 'service' && <FailureWords failure={state.failure.failure} />}
            {state.failure?.kind === 'breach' && <BreachWords breach={state.failure.breach} />}
          </span>
        );
    }
  }
}

function CopiedText({ counts }: { readonly counts: CopyCounts }) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { cells, withheld, tooPrecise } = counts;
  return (
    <span>
      {t('copied', { formatted: formats.formatInteger(cells), count: cells })}
      {withheld > 0 && `, ${t('copiedWithheld', { formatted: formats.formatInteger(withheld) })}`}
      {tooPrecise > 0 &&
        `, ${t('copiedAsText', { formatted: formats.formatInteger(tooPrecise), count: tooPrecise })}`}
    </span>
  );
}

function RefusedText({ plan }: { readonly plan: Extract<CopyPlan, { ok: false }> }) {
  const t = useTranslations('results');
  const formats = useFormats();
  switch (plan.reason) {
    case 'nothing':
      return <span>{t('copyNothing')}</span>;
    case 'not-aligned':
      return <span>{t('copyNotAligned')}</span>;
    case 'too-many':
      return (
        <span>
          {t('copyTooMany', {
            cells: formats.formatInteger(plan.cellCount),
            limit: formats.formatInteger(COPY_LIMIT_CELLS),
          })}
        </span>
      );
  }
}

function FailureWords({ failure }: { readonly failure: ServiceFailure }) {
  const { title, text } = useFailureText(failure);
  return `${title}. ${text}`;
}

function BreachWords({ breach }: { readonly breach: Parameters<ReturnType<typeof useBreachText>>[0] }) {
  return useBreachText()(breach);
}
