import { formatIsoDay } from '@/lib/formats/date-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import { parseDate } from '@/lib/formats/parse-date';
import { useWorkbenchScope } from '../controller/use-workbench';
import { AppliedInput, type AppliedInputProps } from './applied-input';

export interface DayInputProps extends Pick<
  AppliedInputProps<string | null>,
  'description' | 'inputWrapperOrder' | 'label' | 'title'
> {
  /** The day as an ISO date; null if the input is empty. */
  readonly day: string | null;
  /** Returns the message for a text that is not a day. `example` is a valid text to show in it. */
  readonly problemOf: (example: string) => string;
  readonly onChange: (day: string | null) => void;
}

/** An input for a day in the user's format. Its placeholder is today, and so is the example in its message. */
export function DayInput({ day, problemOf, ...input }: DayInputProps) {
  const { locale } = useFormats();
  const { today } = useWorkbenchScope();
  const shown = (iso: string) => formatIsoDay(iso, locale);
  return (
    <AppliedInput
      {...input}
      value={day}
      shown={day === null ? '' : shown(day)}
      placeholder={shown(today)}
      problem={problemOf(shown(today))}
      read={(text) => {
        if (text.trim() === '') return null;
        const parsed = parseDate(text, { locale, isDateOnly: true });
        return parsed.ok ? parsed.value : undefined;
      }}
    />
  );
}
