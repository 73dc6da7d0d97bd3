import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';

// The calendar is a third of the workbench's code, for a popover that most sessions never open.
const CalendarPicker = lazyPart(
  async () => ({ Part: (await import('./calendar-picker')).CalendarPicker }),
  'inline',
);

export interface CalendarButtonProps {
  /** Canonical moment, of which the day is shown; null: none. */
  readonly value: string | null;
  readonly isDisabled: boolean;
  /** `YYYY-MM-DD`. */
  readonly onChoose: (day: string) => void;
}

/** Opens a month to choose a day from. */
export function CalendarButton({ value, isDisabled, onChoose }: CalendarButtonProps) {
  const t = useTranslations('workbench');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="sm"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('filters.chooseDate')}
          disabled={isDisabled}
          onClick={() => {
            setOpen((open) => !open);
          }}
        >
          <IconCalendar size={15} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('filters.chooseDate')}>
        <CalendarPicker
          day={value?.slice(0, 10) ?? null}
          onChoose={(day) => {
            setOpen(false);
            onChoose(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
