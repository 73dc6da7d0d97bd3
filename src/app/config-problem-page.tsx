import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconFileAlert, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ConfigProblem } from '@/ui/config/runtime-config';
import { StatePanel } from '@/ui/components/state-panel';
import { readStart } from './read-start';
import classes from './config-problem-page.module.css';

/** Replaces the application when a file of the configuration cannot be used: names the wrong keys and what is expected. */
export function ConfigProblemPage({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  const file = fileNotLoaded(problems);
  return file === null ? <BrokenPage problems={problems} /> : <WaitingPage file={file} />;
}

/** Returns the file that could not be loaded; null if all files were. */
function fileNotLoaded(problems: readonly ConfigProblem[]): string | null {
  const problem = problems.find(({ kind }) => kind === 'not-loaded');
  return problem === undefined ? null : (problem.file ?? CONFIG_FILE);
}

const CONFIG_FILE = 'config.json';

const TRY_EVERY_MS = 5_000;

/** Waits for a file. Without `config.json` the installation's secret may be missing, without a description the service's words. */
function WaitingPage({ file }: { readonly file: string }) {
  const t = useTranslations('configProblem');
  const { online } = useNetwork();
  const [missingFile, setMissingFile] = useState(file);
  useEffect(() => {
    const tryNow = async () => {
      const result = await readStart();
      const missing = result.ok ? null : fileNotLoaded(result.problems);
      if (missing === null) location.reload();
      else setMissingFile(missing);
    };
    const timer = setInterval(() => void tryNow(), TRY_EVERY_MS);
    const left = new AbortController();
    window.addEventListener('online', () => void tryNow(), { signal: left.signal });
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, []);
  return (
    <main className={classes['page']}>
      <StatePanel
        icon={<IconWifiOff size={22} />}
        title={online ? t('waitingTitle') : t('offlineTitle')}
        tone="failure"
        headingLevel={1}
        actions={<ReloadButton />}
      >
        <p>{t('waitingText', { file: missingFile })}</p>
      </StatePanel>
    </main>
  );
}

function ReloadButton() {
  const t = useTranslations('common');
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      onClick={() => {
        location.reload();
      }}
    >
      {t('reload')}
    </Button>
  );
}

/** The name of a key, which a narrow page breaks only after a dot. */
function KeyName({ name }: { readonly name: string }) {
  const steps = name.split(/(?<=\.)/);
  return (
    <code>
      {steps.map((step, index) => (
        <Fragment key={steps.slice(0, index + 1).join('')}>
          {index > 0 && <wbr />}
          {step}
        </Fragment>
      ))}
    </code>
  );
}

function BrokenPage({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  const t = useTranslations('configProblem');
  return (
    <main className={classes['page']}>
      <StatePanel
        icon={<IconFileAlert size={22} />}
        title={t('title')}
        tone="failure"
        headingLevel={1}
        actions={<ReloadButton />}
      >
        <p>{t('text', { file: problems[0]?.file ?? CONFIG_FILE })}</p>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('key')}</th>
              <th scope="col">{t('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <tr key={`${problem.key}-${problem.kind}`}>
                <th scope="row">{problem.key === null ? t('wholeFile') : <KeyName name={problem.key} />}</th>
                <td>{problemText(problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </StatePanel>
    </main>
  );

  function problemText(problem: ConfigProblem): string {
    switch (problem.kind) {
      case 'not-json':
        return t('notJson');
      case 'not-loaded':
        return t('waitingTitle');
      case 'newer-version':
        return t('newerVersion', { expected: problem.expected ?? '' });
      case 'no-demo':
        return t('noDemo');
      case 'wrong-value':
        return t('wrongValue', { expected: problem.expected ?? '' });
      case 'no-file':
        return t('noFile', { file: problem.expected ?? '' });
      case 'refused-file':
        return t('refusedFile', { file: problem.expected ?? '' });
      case 'not-below-api':
        return t('notBelowApi', { expected: problem.expected ?? '' });
      case 'too-long':
        return t('tooLong', { expected: problem.expected ?? '' });
      case 'unknown-key':
        return t('unknownKey', { expected: problem.expected ?? '' });
      case 'not-yet':
        return t('notYet', { expected: problem.expected ?? '' });
      case 'no-effect':
        return t('noEffect');
      case 'same-name':
        return t('sameName');
    }
  }
}
