import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/ui/components/lazy-part';
import classes from './inputs.module.css';

// The calendar is loaded on demand, because it is a third of the workbench's code and most users never open it.
const CalendarPicker = lazyPart(
  async () => ({ Part: (await import('./calendar-picker')).CalendarPicker }),
  'inline',
);

export interface CalendarButtonProps {
  /** The selected value in canonical form; null if there is none. */
  readonly value: string | null;
  /** The current day as `YYYY-MM-DD`. */
  readonly today: string;
  readonly isDisabled: boolean;
  /** Called with a day as `YYYY-MM-DD`, or with a relative day such as `today`. */
  readonly onChoose: (day: string) => void;
}

/** A button that opens a calendar, in which the user chooses a day or a relative day. */
export function CalendarButton({ value, today, isDisabled, onChoose }: CalendarButtonProps) {
  const t = useTranslations('conditions');
  const [isOpen, setOpen] = useState(false);
  const preload = () => void CalendarPicker.preload();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      // In a small window, the calendar may cover the input, but it must stay inside the window.
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
