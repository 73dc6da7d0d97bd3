import type { ReactNode } from 'react';
import { OneSelect, type OneSelectProps } from './field-select';

interface ColumnFieldProps<Column extends string | null> extends Pick<
  OneSelectProps<string>,
  'description' | 'emptyText' | 'hint' | 'isSearchable' | 'label' | 'problem'
> {
  readonly columns: readonly string[];
  /** The label of the option for no column (null); undefined if it is not offered. */
  readonly noneLabel?: string | undefined;
  readonly value: Column;
  readonly onChange: (column: Column) => void;
}

/** Stands for no column: no column has this name. */
const NONE = '';

/** A combobox of columns, with an option for none if that has a label. */
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
      // The combobox reports one of the options.
      onChange={(name) => onChange((name === NONE ? null : name) as Column)}
    />
  );
}
