import { Button, Group, Stack, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import german from 'dayjs/locale/de';
import english from 'dayjs/locale/en';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import type { Language } from '@/lib/base/languages';
import { addDays, addMonths, formatMoment, isMoment, weekdayOf } from '../model/calendar';
import {
  DAYS_LIMIT,
  describeRelativeDay,
  RELATIVE_DAYS,
  relativeDay,
  resolveDay,
} from '../model/relative-day';
import classes from './calendar-picker.module.css';
import inputClasses from './inputs.module.css';

/** Importing a locale registers it with the calendar under its name. */
const CALENDAR_LOCALES: Readonly<Record<Language, Readonly<{ name: string }>>> = { en: english, de: german };

export interface CalendarPickerProps {
  /** A canonical operand; null if there is no value. */
  readonly value: string | null;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Receives `YYYY-MM-DD` or a relative day. */
  readonly onChoose: (day: string) => void;
}

/** A calendar and a list of relative days. The file is a chunk of its own, with the library and its stylesheet. */
export function CalendarPicker({ value, today, onChoose }: CalendarPickerProps) {
  return (
    <Group gap={12} align="stretch">
      <Calendar value={value} today={today} onChoose={onChoose} />
      <RelativeDays value={value} today={today} onChoose={onChoose} />
    </Group>
  );
}

function Calendar({ value, today, onChoose }: CalendarPickerProps) {
  const t = useTranslations('conditions');
  const { language, formats } = useFormatSettings();
  const dayName = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const weekStart = firstDayOfWeek(formats);
  const selected = value !== null && isMoment(value) && isInCalendar(value) ? value.slice(0, 10) : null;
  const root = useRef<HTMLDivElement>(null);
  const [month, setMonth] = useState(selected ?? today);
  // Each request to move the focus is a new object.
  const [focused, setFocused] = useState({ day: selected ?? today });
  // Runs after the month of the day has been rendered.
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>(`[data-day="${focused.day}"]`)?.focus();
  }, [focused]);

  // The library moves the focus by arrows alone, and not beyond the month.
  const onKeyDown = (event: KeyboardEvent) => {
    const day = document.activeElement?.getAttribute('data-day');
    if (day == null || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = dayByKey(event, day, weekStart);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target === null || !isInCalendar(target)) return;
    setMonth(target);
    setFocused({ day: target });
  };
  return (
    <div ref={root} onKeyDownCapture={onKeyDown}>
      <DatePicker
        size="xs"
        locale={CALENDAR_LOCALES[language].name}
        // The library's colours for outside days and weekends lack contrast.
        hideOutsideDates
        weekendDays={[]}
        firstDayOfWeek={weekStart}
        enableKeyboardNavigation={false}
        highlightToday
        classNames={{ day: classes['monthDay'] ?? '' }}
        date={month}
        onDateChange={setMonth}
        value={selected}
        onChange={(chosen) => {
          if (chosen !== null && isMoment(chosen)) onChoose(chosen);
        }}
        getDayAriaLabel={(date) => dayName.format(Date.parse(date))}
        getDayProps={(date) => ({
          'data-day': date,
          // The focus trap would otherwise move the focus to the first button.
          ...(date === focused.day && { 'data-autofocus': true }),
          ...(date === today && { 'aria-current': 'date' }),
        })}
        ariaLabels={{
          previousMonth: t('editor.previousMonth'),
          nextMonth: t('editor.nextMonth'),
          previousYear: t('editor.previousYear'),
          nextYear: t('editor.nextYear'),
          previousDecade: t('editor.previousDecade'),
          nextDecade: t('editor.nextDecade'),
        }}
      />
    </div>
  );
}

/** The library interprets years below 100 as years of the last century, so people have to type such days. */
function isInCalendar(day: string): boolean {
  return day >= '0100';
}

/** Returns the day that a key moves to, by the ARIA Authoring Practices; null outside the calendar, undefined for other keys. */
function dayByKey(
  { key, shiftKey }: KeyboardEvent,
  day: string,
  weekStart: number,
): string | null | undefined {
  const daysIntoWeek = ((weekdayOf(day) ?? weekStart) - weekStart + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -daysIntoWeek);
    case 'End':
      return addDays(day, 6 - daysIntoWeek);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** Returns 0 for Sunday; Monday when the browser has no week information. */
function firstDayOfWeek(locale: string): 0 | 1 | 6 {
  const { firstDay } = weekInfo(new Intl.Locale(locale)) ?? { firstDay: 1 };
  // Intl counts Sunday as 7.
  return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1;
}

interface WithWeekInfo {
  readonly getWeekInfo?: () => { readonly firstDay: number };
}

function weekInfo(locale: Intl.Locale & WithWeekInfo): { readonly firstDay: number } | undefined {
  return locale.getWeekInfo?.();
}

function RelativeDays({ value, today, onChoose }: CalendarPickerProps) {
  const t = useTranslations('conditions');
  const tQuery = useTranslations('queryText');
  const { locale } = useFormats();
  const headingId = useId();
  const [count, setCount] = useState('');
  const counted = /^ ?[+-]? ?\d+ ?$/.test(toAsciiMinus(count))
    ? relativeDay(Number(toAsciiMinus(count).replaceAll(' ', '')))
    : null;
  const dayOf = (day: string) => formatMoment(resolveDay(day, today) ?? '', locale);
  return (
    <Stack role="group" aria-labelledby={headingId} gap={2} flex="1 1 190px" maw={240}>
      <p id={headingId} className={classes['heading']}>
        {t('editor.relativeDays')}
      </p>
      {RELATIVE_DAYS.map((day) => (
        <button
          key={day}
          type="button"
          className={classes['day']}
          aria-pressed={day === value}
          onClick={() => {
            onChoose(day);
          }}
        >
          <span>{describeRelativeDay(day, tQuery)}</span>
          <span className={classes['resolved']}>{dayOf(day)}</span>
        </button>
      ))}
      <div className={classes['counted']}>
        <TextInput
          size="xs"
          label={t('editor.daysFromToday')}
          description={
            counted === null ? t('editor.daysFromTodayHint') : t('editor.echo', { value: dayOf(counted) })
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={count}
          autoComplete="off"
          onChange={(event) => {
            setCount(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            if (counted !== null) onChoose(counted);
          }}
          maxLength={String(DAYS_LIMIT).length + 2}
          classNames={{ input: inputClasses['input'] ?? '', label: classes['label'] ?? '' }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={counted === null}
          onClick={() => {
            if (counted !== null) onChoose(counted);
          }}
        >
          {t('editor.useDays')}
        </Button>
      </div>
    </Stack>
  );
}

function toAsciiMinus(text: string): string {
  return text.replaceAll(/[−–]/g, '-');
}
