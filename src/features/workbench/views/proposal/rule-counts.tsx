import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import classes from './proposal.module.css';
import { useProposalState } from './proposal-state';
import { useShownPrices } from './shown-prices';
import { SEPARATOR } from '@/ui/formats/separator';

interface RuleCountsProps {
  /** The 0-based index of the rule. */
  readonly rule: number;
}

/** Shows how many rows a rule applies to, and for how many of them it has no price. Pressing a count shows its rows. */
export function RuleCounts({ rule }: RuleCountsProps) {
  const t = useTranslations('proposal');
  const { completed, isOutdated } = useProposalState();
  const counts = isOutdated ? undefined : completed?.proposal.byRule[rule];
  const { formatInteger } = useFormats();
  const { chosen, show } = useShownPrices();
  if (counts === undefined) return <span className={classes['took']} />;
  const { rows, withoutAnswer } = counts;
  const count = (kind: 'rule' | 'without-answer', text: string) => (
    <button
      type="button"
      aria-pressed={chosen.kind === kind && chosen.rule === rule}
      className={classes['groupChoice']}
      onClick={() => show({ kind, rule })}
    >
      {text}
    </button>
  );
  const rowsText = t('rows', { formatted: formatInteger(rows), count: rows });
  return (
    <span className={classes['took']}>
      {rows === 0 ? rowsText : count('rule', rowsText)}
      {withoutAnswer > 0 && (
        <>
          {SEPARATOR}
          {count(
            'without-answer',
            t('withoutAnswer', { formatted: formatInteger(withoutAnswer), count: withoutAnswer }),
          )}
        </>
      )}
    </span>
  );
}
