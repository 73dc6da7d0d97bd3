import { useTranslations } from 'use-intl';
import type { CheckStep } from '@/service-check/check-step';
import { stepText } from '@/service-check/check-text';
import { useWords } from '@/ui/formats/use-words';
import classes from './service-check.module.css';

/** The table **Service check**: a row for each step. */
export function CheckTable({ steps }: { readonly steps: readonly CheckStep[] }) {
  const t = useTranslations('serviceCheck');
  const words = useWords();
  return (
    <div className={classes['scroller']}>
      <table className={classes['table']} aria-label={t('title')}>
        <thead>
          <tr>
            {(['step', 'request', 'answer', 'verdict', 'expected', 'came'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const text = stepText(step, words);
            return (
              <tr key={`${step.id} ${step.operator ?? ''}`}>
                <th scope="row">{text.step}</th>
                <td>{text.request}</td>
                <td>{text.answer}</td>
                <td>
                  <span className={classes['verdict']} data-verdict={step.verdict}>
                    {text.verdict}
                  </span>
                  {text.notes.map((note) => (
                    <p key={note} className={classes['note']}>
                      {note}
                    </p>
                  ))}
                </td>
                <td>
                  <code>{text.expected}</code>
                </td>
                <td>
                  <code>{text.came}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
