import { Button, Group, Stack, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import german from 'dayjs/locale/de';
import english from 'dayjs/locale/en';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import type { Language } from '@/lib/base/languages';
import { addDays, addMonths, formatMoment, isMoment, weekdayOf } from '@/analysis/conditions/calendar';
import {
  DAYS_LIMIT,
  describeRelativeDay,
  RELATIVE_DAYS,
  relativeDay,
  resolveDay,
} from '@/analysis/conditions/relative-day';
import classes from './calendar-picker.module.css';
import inputClasses from './inputs.module.css';

/** The name of each locale. Importing the locale registers it with the calendar under this name. */
const CALENDAR_LOCALES: Readonly<Record<Language, Readonly<{ name: string }>>> = { en: english, de: german };

export interface CalendarPickerProps {
  /** The selected value in canonical form; null if there is none. */
  readonly value: string | null;
  /** The current day as `YYYY-MM-DD`. */
  readonly today: string;
  /** Called with a day as `YYYY-MM-DD`, or with a relative day such as `today`. */
  readonly onChoose: (day: string) => void;
}

/** A calendar beside a list of relative days. This file is loaded on demand, together with the calendar library and its stylesheet. */
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
  // This is an object, so that focusing the same day again is a change of the state.
  const [focused, setFocused] = useState({ day: selected ?? today });
  // A layout effect runs after the month is rendered, so that the element of the day exists.
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>(`[data-day="${focused.day}"]`)?.focus();
  }, [focused]);

  // The keys are handled here, because the library supports only arrow keys, and only within the month.
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
        // Days of other months and the color of weekends are switched off, because their colors lack contrast.
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
          // Without this attribute, the focus trap would move the focus to the first button.
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

/** Whether the calendar can show a day. The library reads years below 100 as years of the last century, so such days must be typed. */
function isInCalendar(day: string): boolean {
  return day >= '0100';
}

/** Returns the day to which a key moves, as the ARIA Authoring Practices say; null outside the calendar, undefined for other keys. */
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

/** Returns the first day of the week, where 0 is Sunday. It is Monday if the browser has no information about weeks. */
function firstDayOfWeek(locale: string): 0 | 1 | 6 {
  const { firstDay } = weekInfo(new Intl.Locale(locale)) ?? { firstDay: 1 };
  // `Intl` numbers the days from 1 for Monday to 7 for Sunday.
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
