import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchiveOff,
  IconCamera,
  IconHourglassOff,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { CopyFailure } from '@/rows/kept-copies/copy-failure';
import { useHasSnapshots } from '@/session/session-context';
import { FailurePanel } from '@/ui/components/failure-panel';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel, type StatePanelProps } from '@/ui/components/state-panel';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { isExpired } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { UnknownQueryError } from './use-other-snapshot';
import { copyFailureText } from '../../texts/copy-failure-text';

/** The actions that are offered if the rows of another snapshot cannot be read. */
export interface SourceWaysOut {
  /** Moves the focus to the control for choosing another source. */
  readonly onChoose: () => void;
  /** Takes a new snapshot that replaces this one; null if that is not offered. */
  readonly onTakeNew: (() => void) | null;
}

interface WaysOutProps {
  readonly onRetry: () => void;
  readonly waysOut: SourceWaysOut;
}

/** A message that explains why a source cannot be opened, and what to do. */
export function SourceFailure({ error, ...props }: WaysOutProps & { readonly error: unknown }) {
  if (isExpired(error)) return <SourceProblemPanel problem={{ kind: 'expired' }} {...props} />;
  if (error instanceof UnknownQueryError)
    return <SourceProblemPanel problem={{ kind: 'unknown-query' }} {...props} />;
  const failure = snapshotFailure(error);
  if (failure?.kind === 'service') return <FailurePanel failure={failure.failure} onRetry={props.onRetry} />;
  const problem = failure?.kind === 'copy' ? failure.failure : ({ kind: 'inconsistent' } as const);
  return <SourceProblemPanel problem={problem} {...props} />;
}

/** Why a source cannot be read, apart from failures of the service. */
type SourceProblem =
  /** The service no longer has the snapshot. It cannot be restored, but a new one can replace it. */
  | { readonly kind: 'expired' }
  /** The service expects the snapshot's query again, but it is not known. */
  | { readonly kind: 'unknown-query' }
  /** Responses of the service contradict the snapshot. */
  | { readonly kind: 'inconsistent' }
  | CopyFailure;

/** A message that explains why a source cannot be read, and what to do. */
export function SourceProblemPanel({
  problem,
  onRetry,
  waysOut,
}: WaysOutProps & { readonly problem: SourceProblem }) {
  const words = useWords();
  const t = words.of('sources');
  const { kind } = problem;
  const hasSnapshots = useHasSnapshots();
  const { icon, title, text } = panelOf(words, problem, hasSnapshots);
  return (
    <StatePanel
      icon={icon}
      title={title}
      tone={kind === 'inconsistent' ? 'failure' : 'warning'}
      actions={
        <>
          {kind !== 'expired' && kind !== 'missing' && kind !== 'unknown-query' && (
            <RetryButton onRetry={onRetry} />
          )}
          {kind === 'expired' && waysOut.onTakeNew !== null && (
            <Button leftSection={<IconCamera size={16} />} onClick={waysOut.onTakeNew}>
              {hasSnapshots ? words.of('results')('takeNew') : words.of('changes.start')('runAgain')}
            </Button>
          )}
          <Button variant="default" onClick={waysOut.onChoose}>
            {t('gone.chooseAnother')}
          </Button>
        </>
      }
    >
      {/* For an inconsistent snapshot, the panel is an alert itself, so the text is not a second one. */}
      <p role={kind === 'inconsistent' ? undefined : 'alert'}>{text}</p>
    </StatePanel>
  );
}

function panelOf(
  words: Words,
  problem: SourceProblem,
  hasSnapshots: boolean,
): Pick<StatePanelProps, 'icon' | 'title'> & { text: string } {
  const t = words.of('sources');
  switch (problem.kind) {
    case 'expired':
      return {
        icon: <IconHourglassOff size={22} />,
        title: t('gone.title'),
        text: t(hasSnapshots ? 'gone.snapshot' : 'gone.run'),
      };
    case 'unknown-query':
      return {
        icon: <IconQuestionMark size={22} />,
        title: t('unknownQuery.title'),
        text: t('unknownQuery.text'),
      };
    case 'missing':
      return { icon: <IconArchiveOff size={22} />, title: t('gone.title'), text: t('gone.copy') };
    case 'inconsistent':
      return {
        icon: <IconAlertTriangle size={22} />,
        title: t('inconsistent.title'),
        text: t('inconsistent.text'),
      };
    case 'damaged':
    case 'fault':
    case 'no-space':
    case 'not-loaded':
    case 'other-version':
    case 'unsupported':
      return {
        icon: <IconArchiveOff size={22} />,
        title: words.of('results')('copyFailedTitle'),
        text: copyFailureText(words, problem),
      };
  }
}
