/** The base for splitting the unscaled decimals of a wide column into `major * 1e9 + minor`. A double represents each part exactly. */
export const MINOR_BASE = 1_000_000_000;

/** Returns the text of a decimal, given as a safe integer without its point, with all digits: 125000 at scale 4 is `12.5000`. */
export function decimalText(unscaled: number, scale: number): string {
  return placePoint(String(Math.abs(unscaled)), unscaled < 0, scale);
}

/** Returns the text of a decimal in two parts (see `MINOR_BASE`). `minor` is never negative. */
export function wideDecimalText(major: number, minor: number, scale: number): string {
  const nearly = major * MINOR_BASE + minor;
  if (Number.isSafeInteger(nearly)) return decimalText(nearly, scale);
  const unscaled = BigInt(major) * BigInt(MINOR_BASE) + BigInt(minor);
  return placePoint(String(unscaled < 0n ? -unscaled : unscaled), unscaled < 0n, scale);
}

function placePoint(digits: string, isNegative: boolean, scale: number): string {
  const sign = isNegative ? '-' : '';
  if (scale === 0) return sign + digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
