import type { Words } from '@/ui/formats/words';
import { isLongWait } from '@/ui/http/retry-policy';
import type { RequestIds, ServiceFailure } from '@/ui/http/service-error';

export interface FailureText {
  readonly title: string;
  readonly text: string;
  /** The service's own messages, verbatim. */
  readonly messages: readonly string[];
  /** Text with the ids of the request, for the administrator; null if they would not help. */
  readonly request: string | null;
}

/** If the service asks to wait at least this long, the date is shown too, because the time of day alone would be ambiguous. */
const DATED_FROM_S = 12 * 3600;

/** Returns the whole description of a failure as one line of text. */
export function failureLine(words: Words, failure: ServiceFailure): string {
  const { title, text, messages, request } = failureText(words, failure);
  return [`${title}.`, text, ...messages, ...(request === null ? [] : [request])].join(' ');
}

/** Describes a failure: what happened, what to do, and which request it was. */
export function failureText(words: Words, failure: ServiceFailure): FailureText {
  const isOfUse = !isOffline(failure) && isForAdministrator(failure);
  return {
    ...failureDescription(words, failure),
    request: isOfUse ? requestText(words, failure) : null,
  };
}

/** Whether there was no response because this computer has no network. Always false in the command, which runs in Node. */
export function isOffline(failure: ServiceFailure): boolean {
  const hasNoNetwork = 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine;
  return failure.kind === 'unreachable' && hasNoNetwork;
}

/** Returns text with the id that the service gave a request, and with its trace id; null if the request has neither. */
export function requestText(words: Words, { requestId, traceId }: RequestIds): string | null {
  const t = words.of('errors');
  const names = [
    ...(requestId === undefined ? [] : [t('requestId', { id: requestId })]),
    ...(traceId === undefined ? [] : [t('traceId', { id: traceId })]),
  ];
  return names.length === 0 ? null : names.join(' · ');
}

/** Whether an administrator may find more about the failure in the service's log. Other failures need no explanation. */
export function isForAdministrator({ kind }: ServiceFailure): boolean {
  switch (kind) {
    case 'rejected':
    case 'unreachable':
    case 'timed-out':
    case 'beyond-limit':
    case 'oversized':
    case 'malformed':
      return true;
    case 'unauthenticated':
    case 'forbidden':
    case 'expired-snapshot':
    case 'throttled':
    case 'misdirected':
    case 'no-custody':
    case 'cancelled':
      return false;
  }
}

function failureDescription(words: Words, failure: ServiceFailure): Omit<FailureText, 'request'> {
  const t = words.of('errors');
  const { formatInteger, formatTime, formatDateTime } = words.formats;
  switch (failure.kind) {
    case 'unauthenticated':
      return { title: t('unauthenticatedTitle'), text: t('unauthenticatedText'), messages: [] };
    case 'forbidden':
      return {
        title: t('forbiddenTitle'),
        text:
          failure.permission === null
            ? t('forbiddenText')
            : t('forbiddenPermissionText', { permission: failure.permission }),
        messages: failure.messages,
      };
    case 'expired-snapshot':
      return { title: t('expiredSnapshotTitle'), text: t('expiredSnapshotText'), messages: [] };
    case 'rejected':
      return failure.status >= 500
        ? {
            title: t('failedTitle'),
            text: t('failedText', { status: String(failure.status) }),
            messages: failure.messages,
          }
        : {
            title: t('rejectedTitle'),
            text: failure.messages.length > 0 ? t('serviceSays') : t('rejectedText'),
            messages: failure.messages,
          };
    case 'throttled':
      return {
        title: t('throttledTitle'),
        text: isLongWait(failure)
          ? t('throttledUntilText', {
              time: (failure.retryAfterS < DATED_FROM_S ? formatTime : formatDateTime)(failure.untilMs),
            })
          : t('throttledText', { seconds: failure.retryAfterS }),
        messages: [],
      };
    case 'misdirected':
      return failure.of === 'custody'
        ? { title: t('otherCustodyTitle'), text: t('otherCustodyText'), messages: [] }
        : { title: t('misdirectedTitle'), text: t('misdirectedText'), messages: [] };
    case 'no-custody':
      return { title: t('noCustodyTitle'), text: t('noCustodyText'), messages: [] };
    case 'unreachable':
      return isOffline(failure)
        ? { title: t('offlineTitle'), text: t('offlineText'), messages: [] }
        : { title: t('unreachableTitle'), text: t('unreachableText'), messages: [] };
    case 'timed-out':
      return {
        title: t('timedOutTitle'),
        text: t('timedOutText', { seconds: Math.round(failure.timeoutMs / 1000) }),
        messages: [],
      };
    case 'oversized':
      return {
        title: t('oversizedTitle'),
        text: t('oversizedText', { megabytes: formatInteger(Math.round(failure.limitBytes / 2 ** 20)) }),
        messages: [],
      };
    case 'beyond-limit': {
      const { of, subject } = failure;
      const limit = formatInteger(failure.limit);
      const exceeded = of === 'fields' && subject !== null ? 'named-fields' : of;
      return {
        title: t(`beyondLimit.${exceeded}.title`, { limit }),
        text: t(`beyondLimit.${exceeded}.text`, { limit, subject: subject ?? '' }),
        messages: [],
      };
    }
    case 'malformed':
      return { title: t('malformedTitle'), text: t('malformedText'), messages: [] };
    case 'cancelled':
      return { title: t('cancelledTitle'), text: t('cancelledText'), messages: [] };
  }
}
