import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { writeCopy } from '@/rows/kept-copies/copy-connection';
import { keptCopies } from '@/rows/kept-copies/kept-copies';
import { useRights, useSealingKey, useServiceClient, useSession } from '@/session/session-context';
import { useOnReconnect } from '@/session/use-on-reconnect';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { browserClock } from '@/lib/base/clock';
import { pageVersion } from '@/ui/page-version/page-version';
import { downloadFiles } from '@/lib/sealed-files/save-files';
import { askToPersist } from '@/lib/storage/ask-to-persist';
import { EXPORT_STAGE, holdPrivateFolder } from '@/lib/storage/private-folders';
import type { AccountKey } from '@/lib/storage/record-storage';
import type { ExportRequest } from '../model/export-choices';
import type { ExportPlan } from '../model/export-job';
import { keepPlan, keptContent, proposedCopyName } from '../model/keep-plan';
import { startBrowserWorker } from '../run/browser-workers';
import { createExportQueue } from '../run/export-queue';
import { lockJob, interruptedJobs, removeStagedJob, settleStagedJob, stageJob } from '../run/staged-jobs';
import { recordThroughput } from '../run/throughput';
import { keepExport } from '../run/keep-export';
import { openLocalPages } from '../run/local-pages';
import { runExport } from '../run/run-export';
import { ExportDialog } from './export-dialog';
import { useExportContext, type ExportAsked } from './export-provider';
import { KeepDialog } from './keep-dialog';
import { ExportTray } from './export-tray';

/** The purpose of the encryption key. It must never change, or exports staged by an earlier version cannot be decrypted. */
const SEALING_PURPOSE = 'exports';

/** Runs the exports of this page, and renders the export dialogs and the tray (the list of exports). */
export function ExportHost() {
  const { demoAddress, hasWebAssembly, asked, ask, close, setQueue, setDroppedFiles } = useExportContext();
  const client = useServiceClient();
  const session = useSession();
  const account = 'account' in session ? session.account : null;
  const service = account?.service;
  const userName = account?.userName;
  const isSignedOut = session.status === 'signed-out';
  const sealingKey = useSealingKey(SEALING_PURPOSE);
  const rights = useRights();
  const { storage } = useOwnRecords();
  const queryClient = useQueryClient();
  const t = useTranslations('export');
  const { formatDateTime } = useFormats();
  // The requests of exports that this page has started. Requests are not stored, so exports of an earlier page load have none.
  const [requests] = useState(() => new Map<string, ExportRequest>());
  const [queue] = useState(() => {
    const clock = browserClock();
    return createExportQueue({
      run: (plan, events) =>
        runExport(
          plan,
          {
            client,
            startWorker: startBrowserWorker,
            hasWebAssembly,
            sealingKey,
            clock,
            random: Math.random,
            isVersionGone: async () => (await pageVersion.check()) === 'new',
            openLocalPages: (signal) =>
              openLocalPages(
                { account: plan.account, storage },
                plan,
                requests.get(plan.id)?.receivePage,
                signal,
              ),
          },
          events,
        ),
      lock: lockJob,
      stage: async (plan) => stageJob(plan, await sealingKey()),
      removeStaged: removeStagedJob,
      settleStaged: settleStagedJob,
      recordThroughput,
      keep: async (plan, result, signal) => {
        const own = { account: plan.account, storage };
        const copy = await keepExport(own, plan, result, { write: writeCopy, signal });
        void queryClient.invalidateQueries({ queryKey: keptCopies.queryKey(own) });
        return copy;
      },
      save: ({ files }) => downloadFiles(files),
      nowMs: clock.nowMs,
    });
  });
  const views = useSyncExternalStore(queue.subscribe, queue.getViews);
  useOnReconnect(() => {
    for (const { id, state } of views) {
      // The service itself asked for this delay, so it is not skipped.
      const isAskedToWait = 'retryReason' in state && state.retryReason?.kind === 'throttled';
      if (!isAskedToWait) queue.tryNow(id);
    }
  });
  useEffect(() => {
    // A request holds on to the rows of its snapshot and to their screen, so it is deleted when its export is gone.
    const ids = new Set(queue.getViews().map(({ id }) => id));
    for (const id of requests.keys()) if (!ids.has(id)) requests.delete(id);
  }, [queue, requests, views]);

  useEffect(() => {
    if (service === undefined || userName === undefined) return;
    const look = async () => {
      const jobs = await interruptedJobs({ service, userName }, await sealingKey());
      const known = new Set(queue.getViews().map(({ id }) => id));
      for (const job of jobs) if (!known.has(job.id)) queue.addInterrupted(job);
    };
    void look();
  }, [queue, sealingKey, service, userName]);

  useEffect(() => {
    queue.setRights(rights);
  }, [queue, rights]);

  const hasExports = views.length > 0;
  useEffect(() => (hasExports ? holdPrivateFolder(EXPORT_STAGE) : undefined), [hasExports]);

  // When the user signs out, all exports are removed.
  useEffect(() => {
    if (isSignedOut) queue.dispose('remove');
  }, [queue, isSignedOut]);
  useEffect(
    () => () => {
      queue.dispose('keep');
    },
    [queue],
  );

  useEffect(() => {
    const askFirst = (event: BeforeUnloadEvent) => {
      if (queue.isBusy()) event.preventDefault();
    };
    window.addEventListener('beforeunload', askFirst);
    return () => {
      window.removeEventListener('beforeunload', askFirst);
    };
  }, [queue]);

  useEffect(() => {
    setQueue(queue);
    return () => setQueue(null);
  }, [queue, setQueue]);

  function start(plan: ExportPlan, request: ExportRequest): void {
    requests.set(plan.id, request);
    if (plan.keep !== undefined) void askToPersist();
    queue.add(plan);
    close();
  }

  const keepAtOnce = useEffectEvent(({ request, copy }: ExportAsked) => {
    if (account === null) return;
    const content = keptContent(request, rights);
    const plan = keepPlan(
      { request, account: accountKey(account), content, queryUnknown: t('queryUnknown') },
      { note: null, ...(copy ?? { name: proposedCopyName(request, formatDateTime(request.takenAtMs)) }) },
    );
    start(plan, request);
    copy?.onQueued(queue, plan.id);
  });
  useEffect(() => {
    if (asked?.what !== 'keep-at-once') return undefined;
    // The timer is needed because React's strict mode mounts twice: the first unmount would cancel a copy that has begun.
    const timer = setTimeout(() => keepAtOnce(asked));
    return () => clearTimeout(timer);
  }, [asked]);

  return (
    <>
      <ExportTray
        queue={queue}
        views={views}
        onKeep={(id) => {
          const request = requests.get(id);
          return request === undefined || request.copyOf !== undefined
            ? null
            : () => ask({ what: 'keep', request });
        }}
      />
      {asked?.what === 'keep' && account !== null && (
        <KeepDialog
          request={asked.request}
          account={accountKey(account)}
          onStart={(plan) => start(plan, asked.request)}
          onClose={close}
        />
      )}
      {asked?.what === 'export' && account !== null && (
        <ExportDialog
          request={asked.request}
          account={accountKey(account)}
          isDemo={account.service === demoAddress}
          onStart={(plan) => start(plan, asked.request)}
          onVerify={() => {
            close();
            setDroppedFiles([]);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function accountKey({ service, userName }: AccountKey): AccountKey {
  return { service, userName };
}
