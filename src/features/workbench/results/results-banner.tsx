import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglassOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useAnnounce } from '@/ui/components/announcer';
import { CopyDiagnosticsButton } from '@/ui/components/copy-diagnostics-button';
import { failureLine } from '@/ui/components/failure-text';
import { useWords } from '@/ui/formats/use-words';
import type { SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import { useWorkbenchActions, useWorkbenchRun } from '../controller/use-workbench';
import classes from './results-banner.module.css';
import { inexpressibleText } from '../texts/inexpressible-text';
import { copyFailureText } from '../texts/copy-failure-text';
import { useHasSnapshots } from '@/session/session-context';
import { mismatchText, TakeNewButton } from './snapshot-failure-panel';
import { useRefusedParts } from './use-refused-parts';
import type { ResultsNote } from './use-results-notes';

export interface ResultsBannerProps {
  /** The reason why no more pages of the snapshot can be loaded; null if they can. */
  readonly stop: SnapshotFailure | null;
  /** Whether the snapshot has expired by this computer's clock, even if no page has failed yet. */
  readonly isTimeUp: boolean;
  /** The reason why rows in view are missing although other rows can still be loaded. */
  readonly rowsFailure: SnapshotFailure | null;
  readonly onRetryRows: () => void;
  /** The position at which the next snapshot opens. */
  readonly getAnchor: () => ViewportAnchor;
  readonly notes: readonly ResultsNote[];
}

/** Notices about the rows. They are shown below the rows, so that no row moves. */
export function ResultsBanner({ stop, isTimeUp, rowsFailure, notes, ...props }: ResultsBannerProps) {
  const run = useWorkbenchRun();
  const { refresh, retryRun, dismissFailure, run: runAgain } = useWorkbenchActions();
  const refused = useRefusedParts();
  const words = useWords();
  const t = words.of('results');
  const hasSnapshots = useHasSnapshots();
  const tCommon = words.of('common');
  const mismatch = stop?.kind === 'mismatch' ? stop : null;
  const takeNew = <TakeNewButton size="compact-sm" onClick={() => refresh(props.getAnchor())} />;
  return (
    <>
      {run.status === 'failed' && (
        <div className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p role="alert">
            {refused.length > 0 ? (
              <>
                <strong>{t('refusedTitle')}</strong> {[...refused, t('refusedText')].join(' ')}
              </>
            ) : (
              <>
                <strong>{t('runFailedBanner')}</strong> <FailureText failure={run.failure} />
              </>
            )}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => (refused.length > 0 ? runAgain() : retryRun(props.getAnchor()))}
          >
            {refused.length > 0 ? t('runAgain') : tCommon('tryAgain')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={dismissFailure}>
            {t('dismiss')}
          </Button>
          <CopyDiagnosticsButton size="compact-sm" variant="subtle" />
        </div>
      )}
      {rowsFailure !== null && (
        <div className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p role="alert">
            <strong>{t('pageFailed')}</strong> <FailureText failure={rowsFailure} />
          </p>
          <Button size="compact-sm" variant="default" onClick={props.onRetryRows}>
            {tCommon('tryAgain')}
          </Button>
          <CopyDiagnosticsButton size="compact-sm" variant="subtle" />
        </div>
      )}
      {notes.map(({ id, text, onDismiss }) => (
        <div key={id} className={classes['banner']} data-tone="warning">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <NoteText text={text} />
          <Button size="compact-sm" variant="default" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </div>
      ))}
      {mismatch !== null && (
        <div className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p role="alert">
            <strong>{t(hasSnapshots ? 'mismatchTitle' : 'movedTitle')}</strong>{' '}
            {t(hasSnapshots ? 'mismatchText' : 'movedText')} {mismatchText(words, mismatch)}
          </p>
          {takeNew}
          <CopyDiagnosticsButton size="compact-sm" variant="subtle" />
        </div>
      )}
      {mismatch === null && (stop !== null || isTimeUp) && (
        <div className={classes['banner']} data-tone="warning">
          <IconHourglassOff size={18} aria-hidden="true" />
          <p role="alert">
            <strong>{t('expiredTitle')}</strong> {t('expiredText')}
          </p>
          {takeNew}
        </div>
      )}
    </>
  );
}

/** Announces the text without the label of the button beside it. */
function NoteText({ text }: { readonly text: string }) {
  const announce = useAnnounce();
  useEffect(() => announce(text), [announce, text]);
  return <p>{text}</p>;
}

function FailureText({ failure }: { readonly failure: SnapshotFailure }) {
  const words = useWords();
  switch (failure.kind) {
    case 'rows-read':
      return null;
    case 'copy':
      return copyFailureText(words, failure.failure);
    case 'inexpressible':
      return inexpressibleText(words, failure);
    case 'mismatch':
      return mismatchText(words, failure);
    case 'service':
      return failureLine(words, failure.failure);
  }
}
