const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Creates a formatter for sizes such as `12 MB`. */
export function createByteText(locale: string): (bytes: number) => string {
  const writers = UNITS.map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        maximumSignificantDigits: 3,
        // The short form of the byte has no plural in English: "655 byte".
        unitDisplay: unit === 'byte' ? 'long' : 'short',
      }),
  );
  return (bytes) => {
    const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
    return writers[step]?.format(bytes / 1000 ** step) ?? String(bytes);
  };
}
