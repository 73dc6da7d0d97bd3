import type { ReactNode } from 'react';
import { OneSelect, type OneSelectProps } from './field-select';

interface ColumnFieldProps<Column extends string | null> extends Pick<
  OneSelectProps<string>,
  'description' | 'emptyText' | 'hint' | 'isSearchable' | 'label' | 'problem'
> {
  readonly columns: readonly string[];
  /** The label of the option for no column, whose value is null; undefined if there is no such option. */
  readonly noneLabel?: string | undefined;
  readonly value: Column;
  readonly onChange: (column: Column) => void;
}

/** The value of the option for no column. No column has this name. */
const NONE = '';

/** A combobox for choosing a column. If `noneLabel` is given, the user can also choose no column. */
export function ColumnField<Column extends string | null>(props: ColumnFieldProps<Column>): ReactNode {
  const { columns, noneLabel, value, onChange, ...select } = props;
  return (
    <OneSelect
      {...select}
      options={[
        ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
        ...columns.map((name) => ({ value: name, label: name })),
      ]}
      value={value ?? NONE}
      // The cast is safe, because the combobox returns the value of one of its options.
      onChange={(name) => onChange((name === NONE ? null : name) as Column)}
    />
  );
}
