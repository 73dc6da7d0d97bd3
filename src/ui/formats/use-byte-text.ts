import { useMemo } from 'react';
import { createByteText } from '@/lib/formats/byte-text';
import { useFormatSettings } from './format-settings-context';

/** Returns a formatter for sizes such as `12 MB`. */
export function useByteText(): (bytes: number) => string {
  const { formats } = useFormatSettings();
  return useMemo(() => createByteText(formats), [formats]);
}
