import { Button } from '@mantine/core';
import { IconFileAlert, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ConfigProblem } from '@/shared/config/runtime-config';
import { StatePanel } from '@/shared/ui/state-panel';
import classes from './config-problem-page.module.css';

/** Replaces the application when `config.json` cannot be used: names the wrong keys and what is expected. */
export function ConfigProblemPage({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  const t = useTranslations('errors');
  const tCommon = useTranslations('common');
  return (
    <main className={classes['page']}>
      <StatePanel
        icon={<IconFileAlert size={22} />}
        title={t('configTitle')}
        tone="failure"
        headingLevel={1}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={() => {
              location.reload();
            }}
          >
            {tCommon('reload')}
          </Button>
        }
      >
        <p>{t('configText')}</p>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('configKey')}</th>
              <th scope="col">{t('configProblem')}</th>
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
        return t('configNotJson');
      case 'not-loaded':
        return t('configNotLoaded');
      case 'newer-version':
        return t('configNewerVersion', { expected: problem.expected ?? '' });
      case 'wrong-value':
        return t('configWrongValue', { expected: problem.expected ?? '' });
    }
  }
}
