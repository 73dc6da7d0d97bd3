import { FORMAT_LOCALES } from '@/lib/formats/format-locales';
import { IS_LONG } from './runs';

/** The console's own locales, and locales with other calendars, digits, clocks, orders and signs. */
export const FEW_LOCALES: readonly string[] = [
  ...FORMAT_LOCALES,
  'ar-EG',
  'bg-BG',
  'ckb-IQ',
  'en-CA',
  'en-IN',
  'es-AR',
  'es-CO',
  'eu-ES',
  'fa-IR',
  'fr-CA',
  'he-IL',
  'hi-IN-u-nu-deva',
  'ja-JP',
  'ko-KR',
  'mr-IN',
  'my-MM',
  'ne-NP',
  'ps-AF',
  'sr-Latn-RS',
  'th-TH',
  'tr-TR',
  'uz-Latn-UZ',
  'vi-VN',
  'zh-CN',
  'zh-TW',
];

/** Returns locales to try a law with: a selection, or in a long run all locales that `Intl` has data for. */
export function localesToTry(): readonly string[] {
  return IS_LONG ? allLocales() : [...new Set(FEW_LOCALES)];
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const SCRIPTS = [
  'Adlm',
  'Arab',
  'Beng',
  'Cyrl',
  'Deva',
  'Guru',
  'Hans',
  'Hant',
  'Latn',
  'Mtei',
  'Olck',
  'Telu',
  'Tfng',
  'Vaii',
];

/** `Intl` does not list its locales, so every possible tag is tried. A tag that does not resolve to another one is a locale. */
function allLocales(): readonly string[] {
  const pairs = LETTERS.flatMap((one) => LETTERS.map((two) => one + two));
  const triples = pairs.flatMap((pair) => LETTERS.map((third) => pair + third));
  // Old names of languages resolve to tags with more parts, which are left out.
  const languages = Intl.NumberFormat.supportedLocalesOf([...pairs, ...triples]).filter(
    (tag) => tag.length <= 3,
  );
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = [...pairs.map((pair) => pair.toUpperCase()), '001', '150', '419'].filter(
    (region) => names.of(region) !== undefined,
  );
  const withScripts = languages.flatMap((language) => [
    language,
    ...SCRIPTS.map((script) => `${language}-${script}`).filter(isOneOfItsOwn),
  ]);
  return [
    ...new Set(withScripts.flatMap((tag) => [tag, ...regions.map((region) => `${tag}-${region}`)])),
  ].filter(isOneOfItsOwn);
}

function isOneOfItsOwn(tag: string): boolean {
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag;
}
