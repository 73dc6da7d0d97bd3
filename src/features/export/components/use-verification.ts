import { useEffect, useMemo, useRef, useState } from 'react';
import { useRights, useServiceClient, useSession } from '@/session/session-context';
import { useOnReconnect } from '@/session/use-on-reconnect';
import { browserClock } from '@/lib/base/clock';
import { pageVersion } from '@/ui/page-version/page-version';
import type { ComparisonPorts } from '../verify/compare-with-snapshot';
import {
  startVerification,
  type RunningVerification,
  type VerificationState,
} from '../verify/start-verification';
import { startComparisonWorker } from '../verify/background-verification';
import { useExportContext } from './export-provider';

const READING: VerificationState = { status: 'reading', share: 0 };

/** Verifies `files`, and compares them with the snapshot unless it has expired. Starts again when `files` changes. */
export function useVerification(
  files: readonly File[],
): [VerificationState, Pick<RunningVerification, 'compare' | 'stopComparing'>] {
  const [latest, setLatest] = useState({ files, state: READING });
  const ports = useComparisonPorts();
  const portsNow = useRef(ports);
  useEffect(() => {
    portsNow.current = ports;
  });
  const running = useRef<RunningVerification | null>(null);
  useEffect(() => {
    const started = startVerification(
      files,
      () => portsNow.current,
      (state) => setLatest({ files, state }),
    );
    running.current = started;
    return () => started.end();
  }, [files]);
  useOnReconnect(() => running.current?.tryAgain());
  return [
    latest.files === files ? latest.state : READING,
    {
      compare: () => running.current?.compare(),
      stopComparing: () => running.current?.stopComparing(),
    },
  ];
}

function useComparisonPorts(): ComparisonPorts {
  const { hasWebAssembly } = useExportContext();
  const client = useServiceClient();
  const rights = useRights();
  const session = useSession();
  const service = 'account' in session ? session.account.service : null;
  return useMemo(
    () => ({
      client,
      rights,
      service,
      startWorker: startComparisonWorker,
      hasWebAssembly,
      clock: browserClock(),
      random: Math.random,
      isVersionGone: async () => (await pageVersion.check()) === 'new',
    }),
    [client, hasWebAssembly, rights, service],
  );
}
