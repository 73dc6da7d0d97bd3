import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconFileAlert, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { loadRuntimeConfig, type ConfigProblem } from '@/ui/config/runtime-config';
import { StatePanel } from '@/ui/components/state-panel';
import classes from './config-problem-page.module.css';

/** Shown in place of the application if `config.json` cannot be used. Names the wrong keys and the values that are expected. */
export function ConfigProblemPage({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  return problems.some(({ kind }) => kind === 'not-loaded') ? (
    <WaitingPage />
  ) : (
    <BrokenPage problems={problems} />
  );
}

const TRY_EVERY_MS = 5_000;

/** Shown while `config.json` cannot be loaded. The file may contain the installation's secret, without which no data can be opened. */
function WaitingPage() {
  const t = useTranslations('configProblem');
  const { online } = useNetwork();
  useEffect(() => {
    const tryNow = async () => {
      const result = await loadRuntimeConfig();
      if (result.ok || result.problems.every(({ kind }) => kind !== 'not-loaded')) location.reload();
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
        <p>{t('waitingText')}</p>
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
        <p>{t('text')}</p>
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
                <th scope="row">{problem.key === null ? t('wholeFile') : <code>{problem.key}</code>}</th>
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
        return t('noFile');
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
