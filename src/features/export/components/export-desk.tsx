import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRights, useSealingKey, useServiceClient, useSession } from '@/session/session-context';
import { browserClock } from '@/shared/http/clock';
import { pageVersion } from '@/shared/page-version/page-version';
import { holdExportStage } from '@/shared/storage/export-stage';
import { startBrowserWorker } from '../run/browser-worker';
import { createExportQueue } from '../run/export-queue';
import { lockJob } from '../run/job-lock';
import { learnPace } from '../run/known-pace';
import { runExport } from '../run/run-export';
import { downloadFiles } from '../run/save-files';
import { interruptedJobs, removeStagedJob, settleStagedJob, stageJob } from '../run/staged-jobs';
import { ExportDialog } from './export-dialog';
import { useExportDoor } from './export-provider';
import { ExportTray } from './export-tray';

/** Never to be changed: what is sealed for another purpose cannot be read. */
const SEALING_PURPOSE = 'exports';

/** The exports of this page: the dialog that starts them, and how they are getting on. */
export function ExportDesk() {
  const { request, close, bring } = useExportDoor();
  const client = useServiceClient();
  const session = useSession();
  const identity = 'identity' in session ? session.identity : null;
  const service = identity?.service;
  const userName = identity?.userName;
  const isSignedOut = session.status === 'signed-out';
  const sealingKey = useSealingKey(SEALING_PURPOSE);
  const [isTrayOpen, setTrayOpen] = useState(false);
  const rights = useRights();
  const [queue] = useState(() => {
    const clock = browserClock();
    return createExportQueue({
      run: (plan, events) =>
        runExport(
          plan,
          {
            client,
            startWorker: startBrowserWorker,
            sealingKey,
            clock,
            random: Math.random,
            isVersionGone: async () => (await pageVersion.check()) === 'new',
          },
          events,
        ),
      lock: lockJob,
      stage: async (plan) => stageJob(plan, await sealingKey()),
      removeStaged: removeStagedJob,
      settleStaged: settleStagedJob,
      learnPace,
      save: ({ files }) => downloadFiles(files),
      nowMs: clock.nowMs,
    });
  });
  const views = useSyncExternalStore(queue.subscribe, queue.getViews);

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
  useEffect(() => (hasExports ? holdExportStage() : undefined), [hasExports]);

  // Who signs out leaves nothing behind.
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

  return (
    <>
      <ExportTray queue={queue} views={views} isOpen={isTrayOpen} onOpenChange={setTrayOpen} />
      {request !== null && identity !== null && (
        <ExportDialog
          request={request}
          owner={{ service: identity.service, userName: identity.userName }}
          onStart={(plan) => {
            queue.add(plan);
            close();
            setTrayOpen(true);
          }}
          onVerify={() => {
            close();
            bring([]);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
