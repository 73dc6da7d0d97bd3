import { useTranslations } from 'use-intl';
import type { ProblemText } from './use-problem-text';
import classes from './query-inputs.module.css';

export interface InputErrorProps {
  readonly problem: ProblemText;
  /** Takes the repaired text over. */
  readonly onRepair?: (text: string) => void;
}

/** A problem beside its editor, with the repair one press away. */
export function InputError({ problem, onRepair }: InputErrorProps) {
  const t = useTranslations('workbench');
  const { text, repair } = problem;
  return (
    <>
      {text}
      {repair !== null && onRepair !== undefined && (
        <>
          {' '}
          <button
            type="button"
            className={classes['textButton']}
            onClick={() => {
              onRepair(repair);
            }}
          >
            {t('problem.repair', { text: repair })}
          </button>
        </>
      )}
    </>
  );
}
