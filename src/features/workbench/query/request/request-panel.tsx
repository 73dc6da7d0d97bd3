import '@/ui/components/combobox-styles.css';
import { Button, Group, Select, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ExtractionQuery } from '@/contract/extraction';
import { ownDescription } from '@/contract/own-description';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { useServiceClient, useSession } from '@/session/session-context';
import { withBasePath } from '@/ui/config/base-path';
import { useWords } from '@/ui/formats/use-words';
import { useFormats } from '@/ui/formats/format-settings-context';
import { copyText } from '@/ui/components/copy-text';
import { downloadText } from '@/ui/components/download-text';
import { useAnnounce } from '@/ui/components/announcer';
import { firstPageSize } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../../controller/use-workbench';
import { wholeQueryToSearch } from '../../model/whole-query';
import type { WorkbenchSearch } from '../../model/workbench-search';
import { inexpressibleText } from '../../texts/inexpressible-text';
import { useQueryView } from '../query-context';
import { highlighted } from './highlight';
import { isJobFormat, JOB_FORMATS, jobFileName, type JobFormat } from './jobs/job-code';
import { isOfFurtherView, scheduledJob } from './jobs/scheduled-job';
import {
  bodyAsSent,
  bodyIndented,
  codeIfWritable,
  REQUEST_FORMATS,
  requestCode,
  SCHEDULED_JOB,
  SNIPPET_FORMATS,
  type RequestCode,
  type RequestFormat,
} from './request-code';
import inputClasses from '../../conditions/inputs.module.css';
import classes from './request-panel.module.css';

const COPIED_SHOWN_MS = 2000;
/** The maximum length of code that is highlighted. Longer code would take too long. */
const MAX_COLOURED_LENGTH = 40_000;
/** The maximum length of code that is shown. Code with 50,000 values has 250,000 lines, whose layout would take too long. */
const MAX_SHOWN_LENGTH = 200_000;

/** Shows the request that Run sends, and programs that read its snapshot. */
export function RequestPanel() {
  const t = useTranslations('request');
  const words = useWords();
  const announce = useAnnounce();
  const { priceColumn, cacheKey, address } = useWorkbenchScope();
  const { resolved, changeCount, requestFormat: format, setRequestFormat } = useQueryView();
  const actions = useWorkbenchActions();
  const [isIndented, setIndented] = useState(false);
  // A program can read the snapshot on screen only if the query is unchanged, and if it is not a kept copy, which only this browser has.
  const isOnScreen = changeCount === 0 && cacheKey !== null && copyIdOf(cacheKey) === null;
  const { code, inexpressible } = useCode(
    resolved.ok ? resolved.query : null,
    format,
    isOnScreen ? cacheKey : null,
    isIndented,
  );
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
  const download = (job: JobFormat) => {
    const file = jobFileName(job, priceColumn.name);
    downloadText(file, 'text/x-python', code);
    announce(t('downloaded', { file }));
  };
  const isCopied = copied !== null && copied === code;
  const options = (formats: readonly RequestFormat[]) =>
    formats.map((value) => ({ value, label: t(`formats.${value}`) }));
  const select = (
    <Select
      size="xs"
      flex="1 0 130px"
      aria-label={t('format')}
      data={[
        { group: t('snippets'), items: options(SNIPPET_FORMATS) },
        { group: t('jobs'), items: options(JOB_FORMATS) },
        { group: t('schedule'), items: options([SCHEDULED_JOB]) },
      ]}
      value={format}
      allowDeselect={false}
      maxDropdownHeight={400}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(value) => {
        setRequestFormat(REQUEST_FORMATS.find((each) => each === value) ?? 'body');
      }}
    />
  );
  if (!resolved.ok || inexpressible !== null) {
    return (
      <Stack gap={8} h="100%" mih={0} px={12} py={10}>
        <Group gap={6}>{select}</Group>
        <Stack gap={10} align="flex-start" p={12} fz="sm" className={classes['notYet'] ?? ''}>
          {!resolved.ok && (
            <>
              <p>{t('notYet', { count: resolved.problems.length })}</p>
              <Button size="xs" variant="default" onClick={actions.run}>
                {t('showProblems')}
              </Button>
            </>
          )}
          {inexpressible !== null && <p>{inexpressibleText(words, inexpressible)}</p>}
        </Stack>
      </Stack>
    );
  }
  return (
    <Stack gap={8} h="100%" mih={0} px={12} py={10}>
      <Group gap={6} align="stretch">
        {select}
        <Button
          size="xs"
          variant="default"
          leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => void copy()}
        >
          {isCopied ? t('copied') : t('copy')}
        </Button>
        {isJobFormat(format) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            onClick={() => {
              download(format);
            }}
          >
            {t('download')}
          </Button>
        )}
      </Group>
      {isJobFormat(format) ? (
        <p className={inputClasses['hint']}>
          {t(`runsOn.${format}`)} {t('jobHint')} {t(isOnScreen ? 'readsSnapshot' : 'takesSnapshot')}
        </p>
      ) : (
        <p className={inputClasses['hint']}>
          {t(format === 'body' ? 'bodyHint' : format === SCHEDULED_JOB ? 'scheduleHint' : 'codeHint')}{' '}
          {format === SCHEDULED_JOB && isOfFurtherView(address.show) && (
            <strong>{t('scheduleRowsAlone')}</strong>
          )}
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
      )}
      <CodeBlock
        label={t(`formats.${format}`)}
        code={code}
        format={format}
        isWrapped={format === 'body' && !isIndented}
      />
    </Stack>
  );
}

function useCode(
  query: ExtractionQuery | null,
  format: RequestFormat,
  cacheKey: string | null,
  isIndented: boolean,
): RequestCode {
  const { priceColumn, isLocked, address } = useWorkbenchScope();
  const { draft } = useWorkbenchState();
  const { dialect } = useServiceClient();
  const session = useSession();
  const account = session.status === 'signed-in' || session.status === 'ended' ? session.account : null;
  const serviceAddress = account?.serviceAddress ?? '';
  const clientId = account?.clientId ?? '';
  const method = account?.method ?? 'password';
  return useMemo(() => {
    const written = (): string => {
      if (query === null) return '';
      if (format === 'body') {
        const body = bodyAsSent(
          priceColumn.name,
          query,
          firstPageSize(query.fields?.length ?? priceColumn.fields.length, { dialect }),
          { dialect, typedFields: priceColumn.fields },
        );
        return isIndented ? bodyIndented(body) : body;
      }
      if (format === SCHEDULED_JOB) {
        return scheduledJob({
          consoleAddress: new URL(withBasePath('/'), location.origin).href,
          serviceAddress,
          clientId,
          method,
          name: priceColumn.name,
          search: searchOf({
            ...address,
            fields: undefined,
            filter: undefined,
            sort: undefined,
            ...wholeQueryToSearch(draft, { priceColumn }),
          }),
          shown: address.show,
          description: dialect == null ? null : ownDescription(dialect.description),
        });
      }
      const viewable = priceColumn.fields.filter((field) => !isLocked(field)).map(({ name }) => name);
      const signIn = { serviceAddress, clientId, method };
      return requestCode(format, { priceColumn, query, viewable, cacheKey, dialect, ...signIn });
    };
    return codeIfWritable(written);
  }, [
    priceColumn,
    isLocked,
    address,
    draft,
    query,
    cacheKey,
    format,
    dialect,
    isIndented,
    serviceAddress,
    clientId,
    method,
  ]);
}

/** The address parameters that apply only to the snapshot on screen, or only in this browser. */
const NOT_SCHEDULED = new Set(['cacheKey', 'view', 'row', 'subset', 'with']);

function searchOf(address: WorkbenchSearch): Readonly<Record<string, string>> {
  const kept = Object.entries(address).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !NOT_SCHEDULED.has(entry[0]),
  );
  return Object.fromEntries(kept);
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
      {/* The code can get the focus, so that it can be scrolled with the keyboard. */}
      <pre className={classes['code']} data-wrapped={isWrapped} role="region" aria-label={label} tabIndex={0}>
        <code>
          {isColoured
            ? tokens.map(({ kind, text }, index) =>
                kind === 'plain' ? (
                  text
                ) : (
                  // The index is the key, because tokens have no other identity.
                  <span key={index} className={classes[kind]}>
                    {text}
                  </span>
                ),
              )
            : code.slice(0, MAX_SHOWN_LENGTH)}
        </code>
      </pre>
      <p className={inputClasses['hint']}>
        {t('size', { characters: formatInteger(code.length) })}
        {code.length > MAX_SHOWN_LENGTH && ` · ${t('cut', { shown: formatInteger(MAX_SHOWN_LENGTH) })}`}
      </p>
    </>
  );
}
