import { FORMAT_LOCALES } from '@/lib/formats/format-locales';
import { IS_LONG } from './runs';

/** Calendars, digits, clocks, orders and signs of all kinds, beside those that the console offers. */
const FEW = [
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

/** Locales for a law that holds in each of them: those of another kind, or in a long run all that `Intl` has data for. */
export function localesToTry(): readonly string[] {
  return IS_LONG ? allLocales() : [...new Set(FEW)];
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

/** `Intl` does not list them: every tag that could be one is tried, and is one if it is not resolved to another. */
function allLocales(): readonly string[] {
  const pairs = LETTERS.flatMap((one) => LETTERS.map((two) => one + two));
  const triples = pairs.flatMap((pair) => LETTERS.map((third) => pair + third));
  // Old names of languages become tags with more parts.
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
