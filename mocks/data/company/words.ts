import { lazyDictionary } from '../text-dictionary';
import { FAMILIES } from './families';

/** Remarks on prices. One of them is an empty text, which differs from a missing remark (null). */
export const remarks = lazyDictionary(() => [
  '',
  'Price on request / Preis auf Anfrage',
  'While stocks last / Solange Vorrat reicht',
  'Agreed by phone with "Müller & Söhne"',
  'Special price; until further notice / Sonderpreis; bis auf Widerruf',
  'TBC',
  'Replaces the 2024 list / Ersetzt die Liste 2024',
  'Metal surcharge included / inkl. Legierungszuschlag',
  'Freight not included / zzgl. Fracht',
  'Discontinued / Auslaufartikel',
  'Confirmed by purchasing / vom Einkauf bestätigt',
  'Check with competitor / Wettbewerb prüfen',
]);

/** Reasons for a price change, the most frequent first. */
export const changeReasons = lazyDictionary(() => [
  'Annual price list / Jahrespreisliste',
  'Surcharge / Zuschlag',
  'Promotion / Aktion',
  'Exchange rate / Wechselkurs',
  'Customer contract / Kundenvertrag',
  'Correction / Korrektur',
]);

/** The campaigns of promotions, each with its discount in percent. */
export const CAMPAIGNS: readonly {
  readonly english: string;
  readonly german: string;
  readonly percent: number;
}[] = [
  { english: 'Autumn deal', german: 'Herbstangebot', percent: 15 },
  { english: 'Black week', german: 'Black Week', percent: 30 },
  { english: 'Winter ready', german: 'Winterfest', percent: 10 },
  { english: 'New year start', german: 'Jahresauftakt', percent: 20 },
  { english: 'Trade fair', german: 'Fachmesse', percent: 12 },
  { english: 'Last units', german: 'Restposten', percent: 40 },
];

/** The titles of promotions. Each campaign in turn has a title for each family. */
export const promotionTitles = lazyDictionary(() =>
  CAMPAIGNS.flatMap((campaign) =>
    FAMILIES.map(({ english, german }) => `${campaign.english}: ${english} / ${campaign.german}: ${german}`),
  ),
);
