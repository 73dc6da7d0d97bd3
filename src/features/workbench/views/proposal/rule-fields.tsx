import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { ColumnField } from '../../conditions/column-field';
import { OneSelect } from '../../conditions/field-select';
import { FIRST_CHANGE_ID } from '../../controller/places';
import {
  CHANGE_KINDS,
  DIRECTIONS,
  LIMIT_KINDS,
  ROUNDING_STEPS,
  type Change,
  type NumberKind,
  type PriceLimit,
  type PriceRule,
  type Rounding,
} from '@/analysis/new-prices/proposal-spec';
import { RuleNumber } from './rule-number';

type Part = Change | PriceLimit;
/** The names of the members that each kind of change or limit has, besides `kind`. */
type Members<Of extends Part> = {
  readonly [Kind in Of['kind']]: readonly Exclude<keyof Extract<Of, { kind: Kind }>, 'kind'>[];
};

/** The fields of each kind of change, in the order on screen. */
const CHANGE_FIELDS: Members<Change> = {
  percent: ['percent'],
  amount: ['amount'],
  value: ['value'],
  margin: ['margin'],
  markup: ['markup'],
  column: ['column', 'factor'],
};
const LIMIT_FIELDS: Members<PriceLimit> = {
  value: ['value'],
  column: ['column'],
  margin: ['margin'],
  markup: ['markup'],
};

/** The kind of number that each field is for, and its initial value. A field that is not listed is for a column. */
const NUMBERS = {
  percent: { kind: 'percent', first: '0' },
  amount: { kind: 'amount', first: '0' },
  value: { kind: 'amount', first: '0' },
  margin: { kind: 'margin', first: '20' },
  markup: { kind: 'markup', first: '20' },
  factor: { kind: 'factor', first: '1' },
} as const satisfies Readonly<Record<string, { kind: NumberKind; first: string }>>;
type FieldName = keyof typeof NUMBERS | 'column';

interface RoundingFieldsProps {
  readonly rule: Pick<PriceRule, 'rounding' | 'direction'>;
  readonly onChange: (changes: Partial<Pick<PriceRule, 'rounding' | 'direction'>>) => void;
}

function RoundingFields({ rule: { rounding, direction }, onChange }: RoundingFieldsProps) {
  const t = useTranslations('proposal');
  const { locale } = useFormats();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const value = rounding.kind === 'step' ? rounding.step : rounding.kind;
  const started = (chosen: typeof value): Rounding => {
    if (chosen === 'none') return { kind: 'none' };
    return chosen === 'ending' ? { kind: 'ending', ending: '0.95' } : { kind: 'step', step: chosen };
  };
  const stepText = (step: (typeof ROUNDING_STEPS)[number]) =>
    step === '0.10'
      ? new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(0.1)
      : format.format(Number(step));
  return (
    <>
      <OneSelect
        label={t('roundTo')}
        options={[
          { value: 'none' as const, label: t('roundings.none') },
          ...ROUNDING_STEPS.map((step) => ({ value: step, label: stepText(step) })),
          { value: 'ending' as const, label: t('roundings.ending') },
        ]}
        value={value}
        onChange={(chosen) => onChange({ rounding: started(chosen) })}
      />
      {rounding.kind === 'ending' && (
        <RuleNumber
          label={t('ending')}
          place="rounding.ending"
          kind="ending"
          value={rounding.ending}
          onChange={(ending) => onChange({ rounding: { kind: 'ending', ending } })}
        />
      )}
      {rounding.kind !== 'none' && (
        <OneSelect
          label={t('direction')}
          options={DIRECTIONS.map((each) => ({ value: each, label: t(`directions.${each}`) }))}
          value={direction}
          onChange={(next) => onChange({ direction: next })}
        />
      )}
    </>
  );
}

interface RuleFieldsProps {
  readonly rule: PriceRule;
  /** Whether this is the first rule. Other parts of the page can move the focus to its change. */
  readonly isFirst: boolean;
  /** The names of the number columns, without the price. */
  readonly columns: readonly string[];
  readonly onChange: (changes: Partial<PriceRule>) => void;
}

/** Edits how a rule changes prices, how it rounds them, and its limits. Every change applies at once. */
export function RuleFields({ rule, isFirst, columns, onChange }: RuleFieldsProps) {
  const t = useTranslations('proposal');
  const { change } = rule;
  return (
    <>
      <OneSelect
        id={isFirst ? FIRST_CHANGE_ID : undefined}
        label={t('change')}
        options={withColumns(CHANGE_KINDS, columns).map((value) => ({ value, label: t(`changes.${value}`) }))}
        value={change.kind}
        onChange={(kind) => onChange({ change: startedPart<Change>(kind, CHANGE_FIELDS[kind], columns) })}
      />
      <PartFields
        place="change"
        part={change}
        fields={CHANGE_FIELDS[change.kind]}
        nameOf={(field) => t(field === 'column' ? 'otherColumn' : field)}
        columns={columns}
        onChange={(next) => onChange({ change: next })}
      />
      <RoundingFields rule={rule} onChange={onChange} />
      {(['notBelow', 'notAbove'] as const).map((place) => {
        const limit = rule[place];
        return (
          <Fragment key={place}>
            <OneSelect
              label={t(place)}
              options={(['none', ...withColumns(LIMIT_KINDS, columns)] as const).map((value) => ({
                value,
                label: t(`limits.${value}`),
              }))}
              value={limit?.kind ?? 'none'}
              onChange={(kind) =>
                onChange({
                  [place]:
                    kind === 'none' ? null : startedPart<PriceLimit>(kind, LIMIT_FIELDS[kind], columns),
                })
              }
            />
            {limit !== null && (
              <PartFields
                place={place}
                part={limit}
                fields={LIMIT_FIELDS[limit.kind]}
                nameOf={(field) => t('limitPart', { guard: t(place), part: t(field) })}
                columns={columns}
                onChange={(next) => onChange({ [place]: next })}
              />
            )}
          </Fragment>
        );
      })}
      <RuleNumber
        label={t('atMost')}
        place="atMost"
        kind="atMost"
        value={rule.atMost ?? ''}
        onChange={(atMost) => onChange({ atMost })}
        onClear={() => onChange({ atMost: null })}
      />
    </>
  );
}

/** Returns the kinds to offer. The kind `column` is left out if there are no columns to choose from. */
function withColumns<Kind extends string>(kinds: readonly Kind[], columns: readonly string[]) {
  return kinds.filter((kind) => kind !== 'column' || columns.length > 0);
}

/** Returns a change or limit of this kind, with the initial value of each field. */
function startedPart<Of extends Part>(
  kind: Of['kind'],
  fields: readonly FieldName[],
  columns: readonly string[],
): Of {
  const members = fields.map((field) => [
    field,
    field === 'column' ? (columns[0] ?? '') : NUMBERS[field].first,
  ]);
  // The cast is safe, because `fields` lists exactly the members of this kind.
  return { kind, ...Object.fromEntries(members) } as Of;
}

interface PartFieldsProps<Of extends Part> {
  /** The place of this part in the rule. The places of its numbers start with it. */
  readonly place: string;
  readonly part: Of;
  readonly fields: readonly FieldName[];
  readonly nameOf: (field: FieldName) => string;
  readonly columns: readonly string[];
  readonly onChange: (part: Of) => void;
}

function PartFields<Of extends Part>(props: PartFieldsProps<Of>) {
  const { place, part, fields, nameOf, columns, onChange } = props;
  const t = useTranslations('proposal');
  const values: Readonly<Partial<Record<FieldName, string>>> = part;
  return fields.map((field) => {
    const common = {
      label: nameOf(field),
      value: values[field] ?? '',
      onChange: (value: string) => onChange({ ...part, [field]: value }),
    };
    if (field === 'column') return <ColumnField key={field} {...common} columns={columns} isSearchable />;
    const hasFormula = field === 'margin' || field === 'markup';
    return (
      <RuleNumber
        key={field}
        {...common}
        place={`${place}.${part.kind}`}
        kind={NUMBERS[field].kind}
        {...(hasFormula && { hintOf: (number) => t(`formulas.${field}`, { [field]: number }) })}
      />
    );
  });
}
