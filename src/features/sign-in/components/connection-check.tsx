import { Button, CloseButton, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconExternalLink,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations, type Messages } from 'use-intl';
import type { ConnectionFinding, ConnectionReport } from '@/session/connection-check';
import { useSessionActions } from '@/session/session-context';
import { copyText } from '@/ui/components/copy-text';
import { connectionReportText } from '../connection-report-text';
import classes from './connection-check.module.css';

export interface ConnectionCheckProps {
  /** A valid service address. */
  readonly serviceAddress: string;
  readonly onClose: () => void;
}

type MessageKey = keyof Messages['connectionCheck'];

/** Checks the connection once, and explains why this page cannot reach the service. */
export function ConnectionCheck({ serviceAddress, onClose }: ConnectionCheckProps) {
  const t = useTranslations('connectionCheck');
  const { checkConnection } = useSessionActions();
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const { host, origin } = new URL(serviceAddress);

  useEffect(() => {
    const controller = new AbortController();
    void run();
    async function run(): Promise<void> {
      try {
        setReport(await checkConnection(serviceAddress, controller.signal));
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      }
    }
    return () => {
      controller.abort();
    };
  }, [checkConnection, serviceAddress]);

  const finding = report?.finding ?? null;
  const words =
    finding === null ? null : WORDS[finding.kind === 'not-allowed' ? finding.lacks : finding.kind];
  const status = finding !== null && 'status' in finding ? finding.status : 0;
  const values = { host, origin: location.origin, status: String(status) };
  return (
    <section aria-label={t('region')} className={classes['panel']} data-works={finding?.kind === 'works'}>
      <div role="status" className={classes['finding']}>
        <FindingIcon finding={finding} />
        {words === null ? (
          <p className={classes['text']}>{t('running', { host })}</p>
        ) : (
          <div>
            <p className={classes['title']}>{t(words.title, values)}</p>
            <p className={classes['text']}>{t(words.text, values)}</p>
          </div>
        )}
      </div>
      <CloseButton size="sm" aria-label={t('close')} className={classes['close']} onClick={onClose} />
      {finding?.kind === 'no-answer' && (
        <ul className={classes['causes']}>
          <li>
            <a href={origin} target="_blank" rel="noreferrer" className={classes['link']}>
              {t('openAddress', { host })}
              <IconExternalLink size={14} aria-hidden="true" />
            </a>
          </li>
          <li>{t('noResponseUnreachable')}</li>
          <li>{t('noResponseCertificate')}</li>
        </ul>
      )}
      {report !== null && <TechnicalDetails text={connectionReportText(report, serviceAddress)} />}
    </section>
  );
}

function FindingIcon({ finding }: { readonly finding: ConnectionFinding | null }) {
  if (finding === null) return <Loader size={16} aria-hidden="true" className={classes['icon']} />;
  const Icon = finding.kind === 'works' ? IconCircleCheck : IconAlertTriangle;
  return <Icon size={18} aria-hidden="true" className={classes['icon']} />;
}

function TechnicalDetails({ text }: { readonly text: string }) {
  const t = useTranslations('connectionCheck');
  const [copied, setCopied] = useState<'not-yet' | 'done' | 'refused'>('not-yet');
  const isCopied = copied === 'done';
  return (
    <details className={classes['details']}>
      <summary>{t('details')}</summary>
      <pre className={classes['block']}>{text}</pre>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => {
          void copyText(text).then((hasWorked) => setCopied(hasWorked ? 'done' : 'refused'));
        }}
      >
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <p role="status" className={classes['said']}>
        {copied === 'refused' && t('copyFailed')}
      </p>
    </details>
  );
}

const WORDS = {
  works: { title: 'worksTitle', text: 'worksText' },
  offline: { title: 'offlineTitle', text: 'offlineText' },
  'no-answer': { title: 'noResponseTitle', text: 'noResponseText' },
  'timed-out': { title: 'timedOutTitle', text: 'timedOutText' },
  origin: { title: 'originTitle', text: 'originText' },
  headers: { title: 'headersTitle', text: 'headersText' },
  'trace-header': { title: 'headersTitle', text: 'traceHeaderText' },
  redirected: { title: 'redirectedTitle', text: 'redirectedText' },
  'no-service-behind': { title: 'noServiceTitle', text: 'noServiceText' },
  'other-service': { title: 'otherTitle', text: 'otherText' },
} as const satisfies Record<string, { title: MessageKey; text: MessageKey }>;
