import type { ConnectionReport } from '@/session/connection-check';

/** Formats the report for a support ticket, in English. Neither the check nor a service address contains a secret. */
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
