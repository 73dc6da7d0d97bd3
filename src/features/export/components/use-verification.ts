import { useEffect, useMemo, useRef, useState } from 'react';
import { useRights, useServiceClient, useSession } from '@/session/session-context';
import { browserClock } from '@/shared/http/clock';
import { pageVersion } from '@/shared/page-version/page-version';
import type { ComparisonPorts } from '../verify/compare-with-snapshot';
import {
  startVerification,
  type RunningVerification,
  type VerificationState,
} from '../verify/start-verification';
import { startComparisonWorker } from '../verify/verify-in-worker';

const READING: VerificationState = { status: 'reading', share: 0 };

/** Reads files, and again whenever others are given, and compares them with the snapshot as far as it lives. */
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
  return [
    latest.files === files ? latest.state : READING,
    {
      compare: () => running.current?.compare(),
      stopComparing: () => running.current?.stopComparing(),
    },
  ];
}

function useComparisonPorts(): ComparisonPorts {
  const client = useServiceClient();
  const rights = useRights();
  const session = useSession();
  const identity = 'identity' in session ? session.identity : null;
  const service = identity?.service;
  const serviceAddress = identity?.serviceAddress;
  return useMemo(
    () => ({
      client,
      rights,
      // Certificates of earlier versions name the address that the console called.
      services: [service, serviceAddress].filter((name) => name !== undefined),
      startWorker: startComparisonWorker,
      clock: browserClock(),
      random: Math.random,
      isVersionGone: async () => (await pageVersion.check()) === 'new',
    }),
    [client, rights, service, serviceAddress],
  );
}
