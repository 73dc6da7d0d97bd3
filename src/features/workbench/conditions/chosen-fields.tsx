import { Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '@/ui/components/icon-button';
import classes from './chosen-fields.module.css';

export interface ChosenFieldsProps {
  readonly label: string;
  readonly fields: readonly string[];
  readonly removeLabel: (field: string) => string;
  /** Returns whether a field can be removed. By default, all fields can. */
  readonly canRemove?: (field: string) => boolean;
  readonly onRemove: (field: string) => void;
}

/** Lists the fields that were chosen in the combobox above, each with a button that removes it. */
export function ChosenFields({
  label,
  fields,
  removeLabel,
  canRemove = () => true,
  onRemove,
}: ChosenFieldsProps) {
  return (
    <Group component="ul" gap={4} m={0} p={0} className={classes['list'] ?? ''} aria-label={label}>
      {fields.map((field) => (
        <Group
          key={field}
          component="li"
          gap={4}
          wrap="nowrap"
          mih={26}
          pl={8}
          fz="sm"
          className={classes['field'] ?? ''}
        >
          <span>{field}</span>
          {canRemove(field) && (
            <IconButton size={24} label={removeLabel(field)} onClick={() => onRemove(field)}>
              <IconX size={14} />
            </IconButton>
          )}
        </Group>
      ))}
    </Group>
  );
}
