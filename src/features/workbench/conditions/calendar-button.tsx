import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/ui/components/lazy-part';
import classes from './inputs.module.css';

// The calendar is a third of the workbench's code, and most sessions never open it.
const CalendarPicker = lazyPart(
  async () => ({ Part: (await import('./calendar-picker')).CalendarPicker }),
  'inline',
);

export interface CalendarButtonProps {
  /** The selected value, a canonical operand; null if there is none. */
  readonly value: string | null;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly isDisabled: boolean;
  /** Receives `YYYY-MM-DD` or a relative day. */
  readonly onChoose: (day: string) => void;
}

/** A button that opens a calendar, to choose a day or a relative day from. */
export function CalendarButton({ value, today, isDisabled, onChoose }: CalendarButtonProps) {
  const t = useTranslations('conditions');
  const [isOpen, setOpen] = useState(false);
  const preload = () => void CalendarPicker.preload();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      // In a small window the calendar may cover the input, but must stay inside the window.
      middlewares={{ flip: true, shift: { padding: 8, crossAxis: true } }}
      shadow="sm"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('editor.chooseDate')}
          disabled={isDisabled}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => {
            setOpen((open) => !open);
          }}
        >
          <IconCalendar size={15} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['calendar'] ?? ''} aria-label={t('editor.chooseDate')}>
        <CalendarPicker
          value={value}
          today={today}
          onChoose={(day) => {
            setOpen(false);
            onChoose(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
