import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { parseFormula, type FormulaColumn, type FormulaProblem } from '@/analysis/conditions/formula';
import { isNumbered } from '@/analysis/conditions/numbered-name';
import { MAX_PLACES, type RefinementProblem } from '@/analysis/conditions/refinement';
import {
  COMPUTED_KINDS,
  formulaOf,
  withPlacesOfOperands,
  type ComputedKind,
  type DraftComputedColumn,
} from '../model/computed-draft';
import { ColumnField } from '../conditions/column-field';
import { OneSelect } from '../conditions/field-select';
import classes from './computed.module.css';
import { computedNameId } from './element-ids';

export interface ComputedEditorProps {
  readonly column: DraftComputedColumn;
  /** The columns that the formula can use. */
  readonly columns: readonly FormulaColumn[];
  /** The number of decimal places of each of these columns. */
  readonly scales: ReadonlyMap<string, number | null>;
  /** Why the column cannot be computed. Null if it can, and before the user has tried to run the query. */
  readonly problem: RefinementProblem | null;
  readonly freeName: (name: string) => string;
  readonly onChange: (column: DraftComputedColumn) => void;
}

/** Edits a computed column: a ready-made formula with chosen columns, or a formula that the user types and that is checked meanwhile. */
export function ComputedEditor(props: ComputedEditorProps) {
  const { column, columns, scales, problem, freeName } = props;
  const isTried = problem !== null;
  const onChange = (next: DraftComputedColumn) => props.onChange(withPlacesOfOperands(next, columns, scales));
  const t = useTranslations('refine');
  const errorId = useId();
  const [isTyping, setTyping] = useState(false);
  const numbers = columns.filter(({ isNumber }) => isNumber).map(({ name }) => name);
  const parsed = parseFormula(formulaOf(column), columns);
  const problemOfFormula = parsed.ok ? null : parsed.problem;
  // While the user is typing, a formula that ends too early is not reported as an error.
  const isUnfinished = problemOfFormula?.start === column.formula.length && isTyping && !isTried;
  const shownProblem =
    column.kind === 'formula' && !isUnfinished && (column.formula !== '' || isTried)
      ? problemOfFormula
      : null;
  const changeKind = (kind: ComputedKind) =>
    onChange({
      ...column,
      kind,
      name:
        column.name.trim() === '' || isProposed(column.name)
          ? freeName(t(`kinds.${kind}.name`))
          : column.name,
      // If the user switches from a ready-made formula to a typed one, the typed one starts as the same formula.
      formula: kind === 'formula' ? formulaOf(column) : column.formula,
    });
  const isProposed = (name: string) =>
    COMPUTED_KINDS.some((kind) => isNumbered(name, t(`kinds.${kind}.name`)));
  const otherProblem = problem === null || problem.kind === 'formula' ? null : problem;
  return (
    <div className={classes['editor']}>
      <OneSelect
        label={t('kind')}
        options={COMPUTED_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}.label`) }))}
        value={column.kind}
        onChange={changeKind}
      />
      {column.kind === 'formula' ? (
        <div className={classes['formula']}>
          <TextInput
            size="xs"
            label={t('formulaLabel')}
            placeholder={t('formulaExample')}
            value={column.formula}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={shownProblem !== null || undefined}
            aria-describedby={errorId}
            classNames={{ input: classes['formulaInput'] ?? '' }}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            onChange={({ currentTarget }) => onChange({ ...column, formula: currentTarget.value })}
          />
          <div id={errorId}>
            {shownProblem !== null && <FormulaProblemText problem={shownProblem} formula={column.formula} />}
          </div>
        </div>
      ) : (
        <>
          <ColumnField
            label={t(`kinds.${column.kind}.one`)}
            isSearchable
            columns={numbers}
            value={column.one}
            problem={isTried && column.one === null ? t('wrong.unknown-field') : null}
            onChange={(one) => onChange({ ...column, one })}
          />
          {column.kind !== 'rounded' && (
            <ColumnField
              label={t(`kinds.${column.kind}.other`)}
              isSearchable
              columns={numbers}
              value={column.other}
              problem={isTried && column.other === null ? t('wrong.unknown-field') : null}
              onChange={(other) => onChange({ ...column, other })}
            />
          )}
        </>
      )}
      <TextInput
        size="xs"
        label={t('name')}
        id={computedNameId(column.id)}
        value={column.name}
        aria-invalid={otherProblem !== null || undefined}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...column, name: currentTarget.value })}
      />
      <OneSelect
        label={t('places')}
        options={Array.from({ length: MAX_PLACES + 1 }, (_, places) => ({
          value: String(places),
          label: String(places),
        }))}
        value={String(column.places)}
        onChange={(places) => onChange({ ...column, places: Number(places), hasChosenPlaces: true })}
      />
      {otherProblem !== null && (
        <p role="alert" className={classes['problem']}>
          {t(`wrong.${otherProblem.kind}`, { text: otherProblem.text })}
        </p>
      )}
      {column.kind === 'formula' && <p className={classes['grammar']}>{t('grammar')}</p>}
    </div>
  );
}

/** Shows the formula, and below it a message that starts under the character that causes the problem. */
function FormulaProblemText({
  problem,
  formula,
}: {
  readonly problem: FormulaProblem;
  readonly formula: string;
}) {
  const t = useTranslations('refine');
  const { kind, start, end, text } = problem;
  return (
    <>
      <pre aria-hidden="true" className={classes['marked']}>
        {formula.slice(0, start)}
        <mark>{formula.slice(start, end) || ' '}</mark>
        {formula.slice(end)}
        {'\n'}
        {' '.repeat(start)}↑
      </pre>
      <p role="status" className={classes['problem']}>
        {t(`formula.${kind}`, { text })}
      </p>
    </>
  );
}
