import classes from './export-dialog.module.css';
import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';

export interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Content that is shown beside the label. */
    readonly hint?: ReactNode;
    /** Text that is shown below the label. */
    readonly text?: string;
    readonly isDisabled?: boolean;
  }[];
}

/** A group of radio buttons, for a choice among a few options. */
export function Choices<Value extends string>({ legend, value, onChange, options }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes['choices']}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {legend}
      </Text>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes['choice']}
          data-disabled={option.isDisabled === true || undefined}
        >
          <input
            type="radio"
            name={id}
            aria-label={option.label}
            aria-describedby={`${id}-${option.value}`}
            checked={option.value === value}
            disabled={option.isDisabled === true}
            onChange={() => {
              onChange(option.value);
            }}
          />
          <span className={classes['label']}>{option.label}</span>
          <span id={`${id}-${option.value}`} className={classes['hint']}>
            {option.hint ?? option.text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
