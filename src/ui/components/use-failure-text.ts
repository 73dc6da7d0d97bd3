import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { Formats } from '@/lib/formats/formats';
import { isLongWait } from '@/ui/http/retry-policy';
import type { RequestIds, ServiceFailure } from '@/ui/http/service-error';

export interface FailureText {
  readonly title: string;
  readonly text: string;
  /** The service's own messages, verbatim. */
  readonly messages: readonly string[];
  /** Names the request by its ids, for the administrator; null if they would not help. */
  readonly request: string | null;
}

/** From this wait on, the date is shown as well: the time of day alone would be ambiguous. */
const DATED_FROM_S = 12 * 3600;

/** Returns the description of a failure as one text. */
export function useFailureLine(failure: ServiceFailure): string {
  return failureLine(useFailureText(failure));
}

/** Returns a description as one text. */
export function failureLine({ title, text, messages, request }: FailureText): string {
  return [`${title}.`, text, ...messages, ...(request === null ? [] : [request])].join(' ');
}

/** Describes a failure: what happened, what to do, and which request it was. */
export function useFailureText(failure: ServiceFailure): FailureText {
  const t = useTranslations('errors');
  const formats = useFormats();
  return describeFailure(failure, {
    t,
    formats,
    isOnline: !isOffline(failure),
  });
}

/** Whether there was no response because this computer has no network. */
export function isOffline(failure: ServiceFailure): boolean {
  return failure.kind === 'unreachable' && !navigator.onLine;
}

/** The language that a failure is described in, and whether this computer has a network. */
export interface FailureLanguage {
  readonly t: ReturnType<typeof useTranslations<'errors'>>;
  readonly formats: Pick<Formats, 'formatInteger' | 'formatTime' | 'formatDateTime'>;
  readonly isOnline: boolean;
}

/** Like `useFailureText`, in a given language. */
export function describeFailure(failure: ServiceFailure, language: FailureLanguage): FailureText {
  const isOfUse = language.isOnline && isForAdministrator(failure);
  return {
    ...failureDescription(failure, language),
    request: isOfUse ? requestText(failure, language.t) : null,
  };
}

/** Names a request by the service's id and by its trace; null if it has neither. */
export function requestText({ requestId, traceId }: RequestIds, t: FailureLanguage['t']): string | null {
  const names = [
    ...(requestId === undefined ? [] : [t('requestId', { id: requestId })]),
    ...(traceId === undefined ? [] : [t('traceId', { id: traceId })]),
  ];
  return names.length === 0 ? null : names.join(' · ');
}

/** Whether the service's log can explain the failure. Other failures explain themselves. */
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

function failureDescription(
  failure: ServiceFailure,
  { t, formats: { formatInteger, formatTime, formatDateTime }, isOnline }: FailureLanguage,
): Omit<FailureText, 'request'> {
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
      return isOnline
        ? { title: t('unreachableTitle'), text: t('unreachableText'), messages: [] }
        : { title: t('offlineTitle'), text: t('offlineText'), messages: [] };
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
