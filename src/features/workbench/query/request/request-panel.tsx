import { Button, Select } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ExtractionQuery } from '@/contract/extraction';
import { useSession } from '@/session/session-context';
import { useFormats } from '@/shared/formats/format-settings-context';
import { copyText } from '@/shared/ui/copy-text';
import { useAnnounce } from '@/shared/ui/announcer';
import { SNAPSHOT_PAGE_SIZE } from '../../snapshot/open-snapshot';
import { highlighted } from './highlight';
import { bodyAsSent, bodyIndented, REQUEST_FORMATS, requestCode, type RequestFormat } from './request-code';
import inputClasses from '../query-inputs.module.css';
import classes from './request-panel.module.css';

export interface RequestPanelProps {
  readonly priceColumn: string;
  /** The query that Run would send; null while the draft has problems. */
  readonly query: ExtractionQuery | null;
  readonly problemCount: number;
  /** Shows the problems in the builder. */
  readonly onShowProblems: () => void;
}

const COPIED_SHOWN_MS = 2000;
/** Highlighting longer code takes too long. */
const MAX_COLOURED_LENGTH = 40_000;

/** Shows the request that Run sends, and programs that send it. */
export function RequestPanel(props: RequestPanelProps) {
  const { query, problemCount, onShowProblems } = props;
  const t = useTranslations('request');
  const announce = useAnnounce();
  const [format, setFormat] = useState<RequestFormat>('body');
  const [isIndented, setIndented] = useState(false);
  const code = useCode(props.priceColumn, query, format, isIndented);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => {
      setCopied(null);
    }, COPIED_SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);

  const copy = async () => {
    const isCopied = await copyText(code);
    setCopied(isCopied ? code : null);
    announce(t(isCopied ? 'copied' : 'notCopied'));
  };
  const isCopied = copied !== null && copied === code;
  const select = (
    <Select
      size="xs"
      className={classes['format'] ?? ''}
      aria-label={t('format')}
      data={REQUEST_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
      value={format}
      allowDeselect={false}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(value) => {
        setFormat(REQUEST_FORMATS.find((each) => each === value) ?? 'body');
      }}
    />
  );
  if (query === null) {
    return (
      <div className={classes['panel']}>
        <div className={classes['tools']}>{select}</div>
        <div className={classes['notYet']}>
          <p>{t('notYet', { count: problemCount })}</p>
          <Button size="xs" variant="default" onClick={onShowProblems}>
            {t('showProblems')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={classes['panel']}>
      <div className={classes['tools']}>
        {select}
        <Button
          size="xs"
          variant="default"
          leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => void copy()}
        >
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
      <p className={inputClasses['hint']}>
        {format === 'body' ? t('bodyHint') : t('codeHint')}{' '}
        {format === 'body' && (
          <button
            type="button"
            className={inputClasses['textButton']}
            aria-pressed={isIndented}
            onClick={() => {
              setIndented(!isIndented);
            }}
          >
            {t('indent')}
          </button>
        )}
      </p>
      <CodeBlock
        label={t(`formats.${format}`)}
        code={code}
        format={format}
        isWrapped={format === 'body' && !isIndented}
      />
    </div>
  );
}

function useCode(
  priceColumn: string,
  query: ExtractionQuery | null,
  format: RequestFormat,
  isIndented: boolean,
): string {
  const session = useSession();
  const account = session.status === 'signed-in' || session.status === 'ended' ? session.account : null;
  const serviceAddress = account?.serviceAddress ?? '';
  const clientId = account?.clientId ?? '';
  const method = account?.method ?? 'password';
  return useMemo(() => {
    if (query === null) return '';
    if (format === 'body') {
      const body = bodyAsSent(priceColumn, query, SNAPSHOT_PAGE_SIZE);
      return isIndented ? bodyIndented(body) : body;
    }
    return requestCode(format, { priceColumn, query, serviceAddress, clientId, method });
  }, [priceColumn, query, format, isIndented, serviceAddress, clientId, method]);
}

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  readonly format: RequestFormat;
  readonly isWrapped: boolean;
}

function CodeBlock({ label, code, format, isWrapped }: CodeBlockProps) {
  const { formatInteger } = useFormats();
  const t = useTranslations('request');
  const isColoured = code.length <= MAX_COLOURED_LENGTH;
  const tokens = useMemo(() => (isColoured ? highlighted(code, format) : []), [code, format, isColoured]);
  return (
    <>
      {/* A scrollable region must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes['code']} data-wrapped={isWrapped} role="region" aria-label={label} tabIndex={0}>
        <code>
          {isColoured
            ? tokens.map(({ kind, text }, index) =>
                kind === 'plain' ? (
                  text
                ) : (
                  // Tokens have no identity but their index.
                  <span key={index} className={classes[kind]}>
                    {text}
                  </span>
                ),
              )
            : code}
        </code>
      </pre>
      <p className={inputClasses['hint']}>{t('size', { characters: formatInteger(code.length) })}</p>
    </>
  );
}
