import type { ConnectionReport } from '@/session/connection-check';

/**
 * The report as an administrator wants it: plain text, English, to be pasted into a ticket. There is no secret in it,
 * as none took part in the check, and a service address cannot hold one.
 */
export function connectionReportText(
  { finding, probes }: ConnectionReport,
  serviceAddress: string,
  now: Date = new Date(),
): string {
  const details = Object.entries(finding).map(([name, value]) =>
    name === 'kind' ? String(value) : `${name} ${String(value)}`,
  );
  return [
    'Colonnade connection check',
    `Time: ${now.toISOString()}`,
    `Console: ${location.origin}`,
    `Service address: ${serviceAddress}`,
    `Browser: ${navigator.userAgent}`,
    `Browser says: ${navigator.onLine ? 'online' : 'offline'}`,
    '',
    ...probes.map(({ request, outcome, durationMs }) => `${request}: ${outcome}, ${durationMs} ms`),
    '',
    `Finding: ${details.join(', ')}`,
  ].join('\n');
}
