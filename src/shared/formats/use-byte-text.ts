import { useMemo } from 'react';
import { useFormatSettings } from './format-settings-context';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns a formatter for sizes such as `12 MB`. */
export function useByteText(): (bytes: number) => string {
  const { formats } = useFormatSettings();
  return useMemo(() => {
    const writers = UNITS.map(
      (unit) =>
        new Intl.NumberFormat(formats, {
          style: 'unit',
          unit,
          maximumSignificantDigits: 3,
          // The short form has no plural in English: "655 byte".
          unitDisplay: unit === 'byte' ? 'long' : 'short',
        }),
    );
    return (bytes) => {
      const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
      return writers[step]?.format(bytes / 1000 ** step) ?? String(bytes);
    };
  }, [formats]);
}
