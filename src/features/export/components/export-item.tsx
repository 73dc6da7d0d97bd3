import classes from './export-item.module.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useSession } from '@/session/session-context';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useByteText } from '@/ui/formats/use-byte-text';
import { isLongWait } from '@/ui/http/retry-policy';
import type { ServiceFailure } from '@/ui/http/service-error';
import { CopyDiagnosticsButton } from '@/ui/components/copy-diagnostics-button';
import { failureText } from '@/ui/components/failure-text';
import { useWords } from '@/ui/formats/use-words';
import { reloadPage } from '@/ui/page-version/page-version';
import { FILE_ENDINGS, isProvable, type Certificate } from '@/rows/certificates/certificate';
import { isLongRetry, type RetryReason } from '../model/export-failure';
import { isWorthResuming, type ExportView } from '../run/export-machine';
import type { ExportQueue } from '../run/export-queue';
import { CertificateDetails } from './certificate-details';
import { SaveAsButton } from './save-as-button';
import { StatusBadge } from './status-badge';
import { useExportContext } from './export-provider';
import { exportFailureText } from './export-texts';

export interface ExportItemProps {
  readonly view: ExportView;
  readonly queue: ExportQueue;
  /** Opens the **Keep a copy** dialog for the export's snapshot; null if no copy can be kept. */
  readonly onKeep: (() => void) | null;
}

type PartProps = Pick<ExportItemProps, 'view' | 'queue'>;

/** An entry in the list of exports: progress or outcome, and actions. */
export function ExportItem({ view, queue, onKeep }: ExportItemProps) {
  const { state } = view;
  const t = useTranslations('export');
  return (
    <li className={classes['item']}>
      <Stack gap={6}>
        <div>
          <Text fw={600}>{view.copyName ?? view.title}</Text>
          <Text size="xs" c="dimmed">
            {view.copyName === undefined
              ? `${view.fileName}.${FILE_ENDINGS[view.format]}`
              : t('keep.of', { name: view.title })}
          </Text>
        </div>
        {body()}
      </Stack>
    </li>
  );

  function body() {
    switch (state.status) {
      case 'running':
      case 'paused':
        return <UnderWay view={view} queue={queue} />;
      case 'queued':
      case 'interrupted':
      case 'cancelling':
        return <Waiting view={view} queue={queue} />;
      case 'done':
        return <Done view={view} queue={queue} state={state} onKeep={onKeep} />;
      case 'kept':
        return <Kept view={view} queue={queue} copy={state.copy} />;
      case 'failed':
        return <Failed view={view} queue={queue} failure={state.failure} />;
    }
  }
}

function UnderWay({ view, queue }: PartProps) {
  const t = useTranslations('export');
  const formats = useFormats();
  const session = useSession();
  const { state, rows, rowsPromised, rowsPerS } = view;
  const isPaused = state.status === 'paused';
  const leftMs = rowsPerS === null ? null : ((rowsPromised - rows) * 1000) / rowsPerS;
  const retryReason = state.status === 'running' ? state.retryReason : null;
  const isMoving = !isPaused && retryReason === null && session.status !== 'ended';
  const percent = rowsPromised === 0 ? 0 : Math.floor((rows * 100) / rowsPromised);
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('progressOf', { name: view.copyName ?? view.title })}
        aria-valuenow={percent}
        className={classes['track']}
      >
        <div
          className={classes['bar']}
          data-paused={isPaused || undefined}
          style={{ width: `${percent}%` }}
        />
      </div>
      <Group
        component="p"
        gap={12}
        justify="space-between"
        align="stretch"
        wrap="nowrap"
        mih={18}
        fz="xs"
        c="dimmed"
        className={classes['figures'] ?? ''}
      >
        <span>
          {t('rowsOf', { done: formats.formatInteger(rows), total: formats.formatInteger(rowsPromised) })}
        </span>
        {isPaused && <span>{t('paused')}</span>}
        {isMoving && rowsPerS !== null && (
          <span>{t('rate', { rows: formats.formatInteger(Math.round(rowsPerS)) })}</span>
        )}
        {isMoving && leftMs !== null && (
          <span>{t('timeLeft', { time: formats.formatCountdown(leftMs) })}</span>
        )}
      </Group>
      {view.isCheckingKeys && <Note>{t('checkingKeys')}</Note>}
      {session.status === 'ended' && <Note>{t('waitsForSignIn')}</Note>}
      {session.status !== 'ended' && retryReason !== null && (
        <RetryNote retryReason={retryReason} isCopy={view.copyName !== undefined} />
      )}
      <Group gap={6} justify="flex-end">
        {session.status !== 'ended' && retryReason !== null && isLongRetry(retryReason) && (
          <Button
            size="compact-sm"
            onClick={() => {
              queue.tryNow(view.id);
            }}
          >
            {t('tryNow')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            if (isPaused) queue.resume(view.id);
            else queue.pause(view.id);
          }}
        >
          {isPaused ? t('resume') : t('pause')}
        </Button>
        <RemoveButton view={view} queue={queue} label={t('cancel')} />
      </Group>
    </>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

function RetryNote({ retryReason, isCopy }: RetryNoteProps) {
  const t = useTranslations('export');
  if (retryReason.kind !== 'not-loaded' && isLongWait(retryReason))
    return <LongWait failure={retryReason} isCopy={isCopy} />;
  const key =
    retryReason.kind === 'not-loaded'
      ? 'holdingNotLoaded'
      : retryReason.kind === 'throttled'
        ? 'holdingThrottled'
        : 'holding';
  return <Note>{t(isCopy ? `keep.${key}` : key)}</Note>;
}

interface RetryNoteProps {
  readonly retryReason: RetryReason;
  readonly isCopy: boolean;
}

function LongWait({
  failure,
  isCopy,
}: Pick<RetryNoteProps, 'isCopy'> & { readonly failure: ServiceFailure }) {
  const t = useTranslations('export');
  const { text } = failureText(useWords(), failure);
  return <Note>{`${text} ${t(isCopy ? 'keep.holdingLong' : 'holdingLong')}`}</Note>;
}

function Waiting({ view, queue }: PartProps) {
  const t = useTranslations('export');
  const { status } = view.state;
  if (status === 'cancelling') return <Note>{t('cancelling')}</Note>;
  if (status === 'queued') {
    return (
      <>
        <Note>{t('queued')}</Note>
        <Group gap={6} justify="flex-end">
          <RemoveButton view={view} queue={queue} label={t('cancel')} />
        </Group>
      </>
    );
  }
  return (
    <>
      <Note>{t(view.isStable ? 'interrupted' : 'interruptedUnstable')}</Note>
      <Group gap={6} justify="flex-end">
        <Button
          size="compact-sm"
          onClick={() => {
            queue.resume(view.id);
          }}
        >
          {t('resume')}
        </Button>
        <RemoveButton view={view} queue={queue} label={t('discard')} />
      </Group>
    </>
  );
}

type DoubledKeysProps = NonNullable<Certificate['keys']['doubled']> & {
  readonly columns: readonly string[];
  /** Whether the rows have moved between pages, because there is no stable snapshot. */
  readonly haveMoved: boolean;
};

/** Lists the keys that several rows have. The file contains all of these rows. */
function DoubledKeys({ columns, keys, alike, named, haveMoved }: DoubledKeysProps) {
  const t = useTranslations('export');
  const { formatInteger } = useFormats();
  const text = t(haveMoved ? 'keysMoved' : 'keysDoubled', {
    columns: columns.join(', '),
    count: keys,
    formatted: formatInteger(keys),
    keys: [...named, ...(keys > named.length ? ['…'] : [])].join(', '),
  });
  return (
    <p>
      {text}
      {alike > 0 && !haveMoved && ` ${t('keysAlike', { count: alike, formatted: formatInteger(alike) })}`}
    </p>
  );
}

type DoneState = Extract<ExportView['state'], { status: 'done' }>;

function Done({
  view,
  queue,
  onKeep,
  state: { result, hasSaveFailed },
}: ExportItemProps & { readonly state: DoneState }) {
  const t = useTranslations('export');
  const formats = useFormats();
  const byteText = useByteText();
  const { certificate, files } = result;
  const { keys, rows, pages, file } = certificate;
  const canKeep = useKeepObstacle() === null;
  const isProven = isProvable(certificate);
  const [main] = files;
  const counted = (
    note: 'guardedTexts' | 'replacedTexts' | 'numbersAsText' | 'datesAsText' | 'datesCut',
    count: number,
  ) => t(`notes.${note}`, { count, formatted: formats.formatInteger(count) });
  return (
    <>
      <StatusBadge tone={isProven ? 'good' : 'neutral'} title={t(isProven ? 'complete' : 'notProvable')}>
        {!isProven && <p>{t('unstable')}</p>}
        <p>
          {t('completeText', {
            written: formats.formatInteger(rows.written),
            promised: formats.formatInteger(rows.promised),
            first: formats.formatInteger(pages.first),
            last: formats.formatInteger(pages.last),
          })}{' '}
          {keys.areUnique === null && t('keysUnchecked')}
          {keys.areUnique === true && t('keysUnique', { columns: keys.columns.join(', ') })}
        </p>
        {keys.doubled !== undefined && (
          <DoubledKeys columns={keys.columns} {...keys.doubled} haveMoved={!isProven} />
        )}
        {file.guardedTexts > 0 && <p>{counted('guardedTexts', file.guardedTexts)}</p>}
        {file.replacedTexts > 0 && <p>{counted('replacedTexts', file.replacedTexts)}</p>}
        {file.numbersAsText > 0 && <p>{counted('numbersAsText', file.numbersAsText)}</p>}
        {file.textColumns.length > 0 && (
          <p>{t('notes.textColumns', { columns: file.textColumns.join(', ') })}</p>
        )}
        {file.datesCut > 0 && <p>{counted('datesCut', file.datesCut)}</p>}
        {file.datesAsText > 0 && <p>{counted('datesAsText', file.datesAsText)}</p>}
      </StatusBadge>
      <CertificateDetails certificate={certificate} />
      <Group gap={6} justify="flex-end">
        {main !== undefined && (
          <Text span size="xs" c="dimmed" mr="auto">
            {byteText(main.size)}
          </Text>
        )}
        <SaveAsButton files={files} />
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            queue.saveAgain(view.id);
          }}
        >
          {t('saveAgain')}
        </Button>
        {onKeep !== null && canKeep && (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={onKeep}>
            {t('keep.title')}
          </Button>
        )}
        <RemoveButton view={view} queue={queue} label={t('dismiss')} />
      </Group>
      {hasSaveFailed && (
        <p role="alert" className={classes['saveFailed']}>
          {t('downloadFailed')}
        </p>
      )}
    </>
  );
}

function Kept({ view, queue, copy }: PartProps & { readonly copy: KeptCopy }) {
  const t = useTranslations('export');
  const formats = useFormats();
  const byteText = useByteText();
  return (
    <>
      <StatusBadge tone={view.isStable ? 'good' : 'neutral'} title={t('keep.kept')}>
        {!view.isStable && <p>{t('unstable')}</p>}
        <p>
          {t('keep.keptText', {
            formatted: formats.formatInteger(copy.rowCount),
            count: copy.rowCount,
            size: byteText(copy.size),
          })}
        </p>
      </StatusBadge>
      <Group gap={6} justify="flex-end">
        <Button component={Link} to="/snapshots" variant="default" size="compact-sm">
          {t('keep.show')}
        </Button>
        <RemoveButton view={view} queue={queue} label={t('dismiss')} />
      </Group>
    </>
  );
}

type FailedState = Extract<ExportView['state'], { status: 'failed' }>;

function Failed({ view, queue, failure }: PartProps & Pick<FailedState, 'failure'>) {
  const t = useTranslations('export');
  const tVersion = useTranslations('pageVersion');
  const isCopy = view.copyName !== undefined;
  const text = exportFailureText(useWords(), failure, isCopy);
  const isResumable = isWorthResuming(failure);
  const { onScreen } = useExportContext();
  const hasExpired = failure.kind === 'service' && failure.failure.kind === 'expired-snapshot';
  return (
    <>
      <StatusBadge
        tone="bad"
        role="alert"
        title={isResumable ? t('stopped') : t(isCopy ? 'keep.withheld' : 'withheld')}
      >
        <p>{text}</p>
        {failure.kind === 'mismatch' && (
          <p>{t(!view.isStable ? 'movedText' : isCopy ? 'keep.withheldText' : 'withheldText')}</p>
        )}
      </StatusBadge>
      <Group gap={6} justify="flex-end">
        {hasExpired && onScreen?.cacheKey === view.cacheKey && (
          <Button size="compact-sm" onClick={onScreen.onTakeNew}>
            {t('takeNew')}
          </Button>
        )}
        {failure.kind === 'not-loaded' && (
          <Button size="compact-sm" onClick={reloadPage}>
            {tVersion('reload')}
          </Button>
        )}
        {isResumable && (
          <Button
            size="compact-sm"
            variant={failure.kind === 'not-loaded' ? 'default' : 'filled'}
            onClick={() => {
              queue.resume(view.id);
            }}
          >
            {t('tryAgain')}
          </Button>
        )}
        <RemoveButton view={view} queue={queue} label={isResumable ? t('discard') : t('dismiss')} />
        <CopyDiagnosticsButton size="compact-sm" variant="subtle" />
      </Group>
    </>
  );
}

function RemoveButton({ view, queue, label }: PartProps & { readonly label: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      onClick={() => {
        queue.remove(view.id);
      }}
    >
      {label}
    </Button>
  );
}
