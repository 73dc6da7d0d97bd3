import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/shared/formats/format-settings-context';
import { isMoment } from '../model/calendar';

export interface CalendarPickerProps {
  /** `YYYY-MM-DD`; null: none chosen. */
  readonly day: string | null;
  readonly onChoose: (day: string) => void;
}

/** A month to choose a day from. A chunk of its own, with the library and its stylesheet. */
export function CalendarPicker({ day, onChoose }: CalendarPickerProps) {
  const t = useTranslations('workbench');
  const { language, formats } = useFormatSettings();
  const dayName = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <DatePicker
      size="xs"
      locale={language}
      // Days of another month, and weekends in red, are too faint to read.
      hideOutsideDates
      weekendDays={[]}
      firstDayOfWeek={firstDayOfWeek(formats)}
      {...(day !== null && { defaultDate: day })}
      value={day}
      onChange={(chosen) => {
        if (chosen !== null && isMoment(chosen)) onChoose(chosen);
      }}
      getDayAriaLabel={(date) => dayName.format(Date.parse(date))}
      ariaLabels={{ previousMonth: t('filters.previousMonth'), nextMonth: t('filters.nextMonth') }}
    />
  );
}

/** 0 for Sunday. Monday where the browser does not know. */
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
