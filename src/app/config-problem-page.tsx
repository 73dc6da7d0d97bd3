import { Button } from '@mantine/core';
import { IconFileAlert, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ConfigProblem } from '@/shared/config/runtime-config';
import { StatePanel } from '@/shared/ui/state-panel';
import classes from './config-problem-page.module.css';

/** Replaces the application when `config.json` cannot be used: names the wrong keys and what is expected. */
export function ConfigProblemPage({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  const t = useTranslations('configProblem');
  const tCommon = useTranslations('common');
  return (
    <main className={classes['page']}>
      <StatePanel
        icon={<IconFileAlert size={22} />}
        title={t('title')}
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
        return t('notLoaded');
      case 'newer-version':
        return t('newerVersion', { expected: problem.expected ?? '' });
      case 'wrong-value':
        return t('wrongValue', { expected: problem.expected ?? '' });
    }
  }
}
