import { lazyDictionary } from '../text-dictionary';

interface Language {
  readonly nouns: readonly string[];
  readonly finishes: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    nouns: [
      'Sechskantschraube',
      'Unterlegscheibe',
      'Kugellager',
      'Schlauchschelle',
      'Türbeschlag',
      'Größenring',
      'Fußbodenprofil',
      'Verlängerungskabel',
      'Kühlmittelpumpe',
      'Maßband',
      'Gewindestange',
      'Öldichtung',
    ],
    finishes: ['verzinkt', 'edelstahl A2', 'weiß', 'für außen', 'geölt, 10er-Pack'],
  },
  {
    nouns: [
      'Vis à tête hexagonale',
      "Rondelle d'étanchéité",
      'Roulement à billes',
      'Collier de serrage',
      'Équerre renforcée',
      "Joint d'huile",
      'Câble souple',
      'Tôle perforée',
      'Clé à molette',
      "Pompe à eau, modèle d'atelier",
    ],
    finishes: ['galvanisé', 'acier inoxydable', 'blanc cassé', "pour l'extérieur"],
  },
  {
    nouns: [
      'Śruba sześciokątna',
      'Podkładka płaska',
      'Łożysko kulkowe',
      'Opaska zaciskowa',
      'Wąż ogrodowy',
      'Żarówka',
      'Kątownik',
      'Miernik ciśnienia',
    ],
    finishes: ['ocynkowana', 'stal nierdzewna', 'biała', 'na zewnątrz'],
  },
  {
    nouns: [
      'Hex bolt',
      'Flat washer',
      'Ball bearing',
      'Hose clamp',
      "Carpenter's square",
      'Oil seal',
      'Extension lead',
    ],
    finishes: ['zinc-plated', 'stainless', 'off-white', 'outdoor, pack of 10'],
  },
  {
    nouns: ['Vite esagonale', 'Rondella', 'Cuscinetto a sfere', "Squadra d'acciaio", 'Fascetta'],
    finishes: ['zincata', 'inox', 'bianca'],
  },
  {
    nouns: ['Skruv med sexkant', 'Bricka', 'Kullager', 'Slangklämma', 'Låsbeslag för dörr'],
    finishes: ['förzinkad', 'rostfri', 'vit'],
  },
  {
    nouns: ['Šroub se šestihrannou hlavou', 'Podložka', 'Kuličkové ložisko', 'Těsnění'],
    finishes: ['pozinkovaný', 'nerez', 'bílý'],
  },
  {
    nouns: ['Шестигранный болт', 'Шайба', 'Подшипник'],
    finishes: ['оцинкованный', 'белый'],
  },
  { nouns: ['Εξαγωνική βίδα', 'Ροδέλα', 'Ρουλεμάν'], finishes: ['γαλβανισμένη', 'λευκή'] },
];

const SIZES = [
  'M4 × 16',
  'M5 × 20',
  'M6 × 30',
  'M8 × 40',
  'M10 × 60',
  'M12 × 80',
  'Ø 12 mm',
  'Ø 25 mm',
  '1/2"',
  '3/4"',
  '1 1/4"',
  '0,5 m',
  '2,5 m',
  '10 m',
  '100 × 50 × 2',
  'DN 50',
  'RAL 7016',
  'Typ B',
  '230 V',
  'XL',
  'S',
  'No. 7',
  '20 °C',
  '½ l',
];

/** Texts that screens, files or parsers often handle incorrectly. */
export const AWKWARD_TEXTS: readonly string[] = [
  '<b>Fett</b> & Schmierstoff <i>"Extra"</i>',
  '<img src=x onerror=alert(1)>',
  '</script><script>alert("Preis")</script>',
  'Rohr 3/4" & 1" – „Doppelnippel“, ’S-Serie’',
  'O\'Brien\'s Clamp; 5" – 50% off, "new"',
  'مضخة مياه 12 فولت',
  'ברז כדורי 1/2"',
  'Netzteil \u202E12V\u202C umgekehrt',
  '🔩 Schraubenset 👩‍🔧 (Kinder-Edition) 🇩🇪',
  '螺丝刀套装 𠮷田製',
  'Zeile eins\nZeile zwei\tmit Tabulator',
  '  führende und folgende Leerzeichen  ',
  '=SUM(A1:A9)',
  '+49 711 000000',
  '-12 °C Dichtung',
  '@Lager',
  'NULL',
  'undefined',
  'Straße / STRASSE / strasse',
  'Ａ全角 Breite',
  'cafe\u0301 (zerlegt) und café (zusammengesetzt)',
  'Komma, Semikolon; Strich | Tab\tEnde',
  '1.234,50',
  '\u00A0geschütztes\u00A0Leerzeichen',
  `Kabelkanal mit Trennsteg und Deckel, halogenfrei, selbstverlöschend, ${'besonders lang beschrieben, '.repeat(11)}lichtgrau`,
  'W'.repeat(120),
  'steuer\u0001zeichen\u001F',
];

export const awkwardTexts = lazyDictionary(() => AWKWARD_TEXTS);

/** Names in nine languages. Each noun is combined with each finish and size. */
export const namesOfManyLanguages = lazyDictionary(() =>
  LANGUAGES.flatMap(({ nouns, finishes }) =>
    nouns.flatMap((noun) => finishes.flatMap((finish) => SIZES.map((size) => `${noun} ${size}, ${finish}`))),
  ),
);

/** Remarks. One is an empty text, which differs from a missing remark (null), and one has 2,000 characters. */
export const longRemarks = lazyDictionary(() => [
  '',
  'Preis auf Anfrage',
  'Prix négocié, voir contrat n° 4711',
  'Cena promocyjna do wyczerpania zapasów',
  'Agreed by phone with "Müller & Söhne"',
  'Sonderpreis; gültig bis auf Widerruf',
  "Remise de fin d'année",
  'TBC',
  'tbc',
  'Siehe Anlage:\n1. Staffel ab 100 Stück\n2. Staffel ab 1.000 Stück',
  '=HYPERLINK("http://example.com";"Angebot")',
  'Auslaufartikel – Ersatz: A-100000042',
  `Langer Vermerk. ${'Der Kunde wurde informiert und hat bestätigt. '.repeat(24)}`,
  '<p>Importiert aus dem Altsystem</p>',
  'Zweitausend Zeichen. '.repeat(96).slice(0, 2_000),
]);
