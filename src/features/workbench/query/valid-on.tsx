import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { describeValue } from '../model/describe-query';
import { NO_OPERAND, type Operand } from '../model/draft-query';
import { refinementProblem, VALID_ON, type RefineCondition } from '../model/refinement';
import { refinementFromParameter, refinementToParameter } from '../model/refinement-address';
import { withValidity } from '../model/with-validity';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { OperandEditor } from '../conditions/operand-editor';
import classes from './rules.module.css';

export interface ValidOnProps {
  /** The fields with the start and the end of the validity. */
  readonly from: PriceField;
  readonly to: PriceField;
}

/** Asks for the rows valid on a day. They are refined after the run: the service joins by *and*, and so cannot include open ends. */
export function ValidOn({ from, to }: ValidOnProps) {
  const t = useTranslations('refine');
  const words = useWords();
  const { priceColumn, today, address } = useWorkbenchScope();
  const { fields } = useWorkbenchState().draft;
  const actions = useWorkbenchActions();
  const addedFields = usePublished('addedFields');
  const [operand, setOperand] = useState<Operand>({ value: 'today', text: null });
  const [isTried, setTried] = useState(false);
  const [hasTooMany, setHasTooMany] = useState(false);
  const { value } = operand;
  const day = value === null ? null : describeValue(words, operand, 'date', today);

  function apply(): void {
    if (value === null) {
      setTried(true);
      return;
    }
    const columns = [...priceColumn.fields, ...(addedFields ?? [])];
    const before = address.refine === undefined ? null : refinementFromParameter(address.refine, columns);
    const condition: RefineCondition = {
      kind: 'condition',
      column: from.name,
      operator: VALID_ON,
      operand: { kind: 'validity', to: to.name, day: value },
    };
    const refinement = withValidity(before?.ok === true ? before.refinement : null, condition);
    // The rest of the refinement is valid, so a problem means that it has become too long.
    const isTooLong = refinementProblem(refinement, columns) !== null;
    setHasTooMany(isTooLong);
    if (isTooLong) return;
    const missing = fields === null ? [] : [from.name, to.name].filter((name) => !fields.includes(name));
    if (fields !== null && missing.length > 0) {
      actions.edit({ type: 'set-fields', fields: [...fields, ...missing] });
    }
    actions.refine(refinementToParameter(refinement) ?? undefined);
    actions.run();
  }

  return (
    <div role="group" aria-label={t('validOnGroup')} className={classes['validOn']}>
      <p className={classes['off']}>{t('validOnText', { from: from.name, to: to.name })}</p>
      <OperandEditor
        id="valid-on-day"
        label={t('value')}
        field={from}
        operand={operand}
        problem={isTried && value === null ? { text: t('unreadable'), repairs: [] } : null}
        isDisabled={false}
        offersKnownValues={false}
        today={today}
        onChange={(next) => setOperand(next.value === null && next.text === null ? NO_OPERAND : next)}
      />
      <Button size="compact-sm" variant="default" onClick={apply}>
        {day === null ? t('validOnRun') : t('validOnDay', { day })}
      </Button>
      {hasTooMany && (
        <p role="alert" className={classes['off']}>
          {t('validOnTooMany')}
        </p>
      )}
    </div>
  );
}
