import { useFormats } from '@/shared/formats/format-settings-context';

const SHOWN_RANGES = 5;

/** Returns what writes ranges of rows, 1-based and inclusive, as a list of which only the first few are shown. */
export function useRangeList(): (ranges: readonly { readonly first: number; readonly last: number }[]) => {
  readonly list: string;
  readonly hasMore: boolean;
} {
  const formats = useFormats();
  const rangeText = (first: number, last: number) =>
    first === last
      ? formats.formatInteger(first)
      : `${formats.formatInteger(first)}–${formats.formatInteger(last)}`;
  return (ranges) => ({
    list: ranges
      .slice(0, SHOWN_RANGES)
      .map(({ first, last }) => rangeText(first, last))
      .join(', '),
    hasMore: ranges.length > SHOWN_RANGES,
  });
}
