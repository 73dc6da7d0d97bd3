import { lazyDictionary } from '../text-dictionary';

/** The periods for which a family's prices are valid: a year, half a year, or a season. */
export type Calendar = 'year' | 'half-year' | 'winter' | 'summer';

/** The trade (branch of business) to which a family belongs. A price round changes the prices of some trades. */
export type Trade =
  | 'fixings'
  | 'tools'
  | 'electrical'
  | 'plumbing'
  | 'heating'
  | 'paint'
  | 'safety'
  | 'garden';

/** A group of articles of the same kind, with similar costs and the same margin. */
export interface Family {
  /** The code of the family's price group. */
  readonly code: string;
  readonly trade: Trade;
  readonly english: string;
  readonly german: string;
  readonly unit: string;
  /** The landed cost of a medium-sized article, in ten-thousandths of a euro. */
  readonly cost: number;
  /** The margin on the cost, in percent. It is at least 45, so that no discounted price is below the cost. */
  readonly marginPercent: number;
  /** The sizes, from the smallest to the largest. The cost grows with the size. */
  readonly sizes: readonly string[];
  /** The finishes (materials, colors or grades), from the cheapest to the most expensive. */
  readonly finishes: readonly string[];
  readonly scales: readonly [number, number, number, number];
  readonly calendar: Calendar;
}

/** The number of sizes in a family. A block of articles has each size in each of three finishes. */
export const SIZES_PER_FAMILY = 8;
export const FINISHES_PER_FAMILY = 3;
/** Whether a finish is a grade of stainless steel. */
export const isStainless = (finish: string): boolean => /^A\d$/.test(finish);

const THREADS = ['M4 × 16', 'M5 × 20', 'M6 × 30', 'M8 × 40', 'M10 × 50', 'M10 × 60', 'M12 × 60', 'M12 × 80'];
const BORES = ['Ø 10 mm', 'Ø 12 mm', 'Ø 15 mm', 'Ø 18 mm', 'Ø 22 mm', 'Ø 28 mm', 'Ø 35 mm', 'Ø 42 mm'];
const PIPES = ['3/8"', '1/2"', '3/4"', '1"', '1 1/4"', '1 1/2"', '2"', '2 1/2"'];
const LENGTHS = ['3 m', '5 m', '10 m', '15 m', '20 m', '25 m', '40 m', '50 m'];
const WATTS = ['250 W', '500 W', '750 W', '1000 W', '1200 W', '1500 W', '1800 W', '2000 W'];
const LITRES = ['0.75 l', '1 l', '2 l', '2.5 l', '5 l', '7.5 l', '10 l', '12.5 l'];
const WEAR = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'];
const AREAS = ['50 cm', '60 cm', '80 cm', '100 cm', '120 cm', '140 cm', '160 cm', '180 cm'];

const METALS = ['zinc', 'A2', 'A4'];
const COLOURS = ['white', 'grey', 'anthracite'];
const GRADES = ['Basic', 'Pro', 'Pro Plus'];

const SMALL_PARTS = [1, 10, 50, 100] as const;
const BULK = [1, 25, 100, 500] as const;
const PIECES = [1, 5, 10, 25] as const;

type Line = readonly [
  code: string,
  trade: Trade,
  english: string,
  german: string,
  unit: string,
  costEuro: number,
  marginPercent: number,
  sizes: readonly string[],
  finishes: readonly string[],
  scales: Family['scales'],
  calendar: Calendar,
];

const LINES: readonly Line[] = [
  [
    'FX-BOLT',
    'fixings',
    'Hex bolts',
    'Sechskantschrauben',
    '100 pcs',
    6.4,
    85,
    THREADS,
    METALS,
    SMALL_PARTS,
    'half-year',
  ],
  [
    'FX-WASHER',
    'fixings',
    'Washers',
    'Unterlegscheiben',
    '100 pcs',
    2.2,
    95,
    THREADS,
    METALS,
    SMALL_PARTS,
    'half-year',
  ],
  [
    'FX-NUT',
    'fixings',
    'Lock nuts',
    'Sicherungsmuttern',
    '100 pcs',
    3.9,
    90,
    THREADS,
    METALS,
    SMALL_PARTS,
    'half-year',
  ],
  ['FX-ROD', 'fixings', 'Threaded rod', 'Gewindestange', 'pcs', 3.1, 70, THREADS, METALS, BULK, 'half-year'],
  ['FX-ANCHOR', 'fixings', 'Wall anchors', 'Dübel', '100 pcs', 8.7, 80, THREADS, METALS, SMALL_PARTS, 'year'],
  ['FX-CLAMP', 'fixings', 'Hose clamps', 'Schlauchschellen', 'pcs', 1.9, 90, BORES, METALS, BULK, 'year'],
  ['TL-DRILL', 'tools', 'Drill bit set', 'Bohrersatz', 'set', 14.8, 60, BORES, GRADES, PIECES, 'year'],
  ['TL-DRIVER', 'tools', 'Cordless driver', 'Akkuschrauber', 'pcs', 78, 48, WATTS, GRADES, PIECES, 'year'],
  ['TL-SAW', 'tools', 'Circular saw', 'Handkreissäge', 'pcs', 112, 46, WATTS, GRADES, PIECES, 'year'],
  ['TL-SPANNER', 'tools', 'Spanner', 'Schraubenschlüssel', 'pcs', 7.6, 65, BORES, GRADES, PIECES, 'year'],
  ['TL-TAPE', 'tools', 'Tape measure', 'Bandmaß', 'pcs', 4.2, 75, LENGTHS, GRADES, PIECES, 'year'],
  [
    'EL-CABLE',
    'electrical',
    'Extension lead',
    'Verlängerungskabel',
    'pcs',
    12.5,
    55,
    LENGTHS,
    COLOURS,
    PIECES,
    'half-year',
  ],
  [
    'EL-WIRE',
    'electrical',
    'Copper wire',
    'Kupferleitung',
    'm',
    1.7,
    50,
    LENGTHS,
    COLOURS,
    BULK,
    'half-year',
  ],
  ['EL-LAMP', 'electrical', 'LED panel', 'LED-Panel', 'pcs', 24, 58, AREAS, COLOURS, PIECES, 'year'],
  ['EL-TRUNK', 'electrical', 'Cable trunking', 'Kabelkanal', 'm', 2.6, 72, AREAS, COLOURS, BULK, 'year'],
  ['PL-TAP', 'plumbing', 'Basin mixer', 'Waschtischarmatur', 'pcs', 46, 62, PIPES, GRADES, PIECES, 'year'],
  ['PL-VALVE', 'plumbing', 'Ball valve', 'Kugelhahn', 'pcs', 9.3, 68, PIPES, METALS, BULK, 'half-year'],
  ['PL-ELBOW', 'plumbing', 'Pipe elbow', 'Rohrbogen', 'pcs', 2.4, 88, PIPES, METALS, BULK, 'half-year'],
  ['PL-PIPE', 'plumbing', 'Steel pipe', 'Stahlrohr', 'm', 5.8, 58, PIPES, METALS, BULK, 'half-year'],
  ['PL-SEAL', 'plumbing', 'Seal set', 'Dichtungssatz', 'set', 2.9, 95, PIPES, COLOURS, SMALL_PARTS, 'year'],
  ['HT-RADIATOR', 'heating', 'Panel radiator', 'Heizkörper', 'pcs', 84, 52, AREAS, COLOURS, PIECES, 'winter'],
  ['HT-HEATER', 'heating', 'Fan heater', 'Heizlüfter', 'pcs', 38, 55, WATTS, COLOURS, PIECES, 'winter'],
  ['HT-PUMP', 'heating', 'Circulation pump', 'Umwälzpumpe', 'pcs', 126, 47, PIPES, GRADES, PIECES, 'winter'],
  ['PT-WALL', 'paint', 'Wall paint', 'Wandfarbe', 'pcs', 17.5, 60, LITRES, COLOURS, PIECES, 'year'],
  ['PT-VARNISH', 'paint', 'Wood varnish', 'Holzlack', 'pcs', 15.2, 64, LITRES, COLOURS, PIECES, 'year'],
  [
    'SF-GLOVE',
    'safety',
    'Work gloves',
    'Arbeitshandschuhe',
    'pair',
    2.3,
    92,
    WEAR,
    GRADES,
    SMALL_PARTS,
    'year',
  ],
  ['SF-SHOE', 'safety', 'Safety shoes', 'Sicherheitsschuhe', 'pair', 41, 57, WEAR, GRADES, PIECES, 'year'],
  ['SF-JACKET', 'safety', 'Winter jacket', 'Winterjacke', 'pcs', 33, 66, WEAR, COLOURS, PIECES, 'winter'],
  ['GD-HOSE', 'garden', 'Garden hose', 'Gartenschlauch', 'pcs', 16.4, 61, LENGTHS, GRADES, PIECES, 'summer'],
  ['GD-MOWER', 'garden', 'Lawn mower', 'Rasenmäher', 'pcs', 168, 45, WATTS, GRADES, PIECES, 'summer'],
  [
    'GD-PUMP',
    'garden',
    'Rain water pump',
    'Regenwasserpumpe',
    'pcs',
    72,
    53,
    WATTS,
    GRADES,
    PIECES,
    'summer',
  ],
  ['GD-PAVING', 'garden', 'Paving slabs', 'Gehwegplatten', 'm²', 11.8, 59, AREAS, COLOURS, BULK, 'summer'],
];

export const FAMILIES: readonly Family[] = LINES.map(
  ([code, trade, english, german, unit, costEuro, marginPercent, sizes, finishes, scales, calendar]) => ({
    code,
    trade,
    english,
    german,
    unit,
    cost: Math.round(costEuro * 10_000),
    marginPercent,
    sizes,
    finishes,
    scales,
    calendar,
  }),
);

/** The makers of articles, with their costs in permille of the family's cost. */
export const MAKERS: readonly { readonly name: string; readonly costPermille: number }[] = [
  { name: 'Nordfix', costPermille: 1_000 },
  { name: 'Halder', costPermille: 1_022 },
  { name: 'Ostwerk', costPermille: 976 },
  { name: 'Lefèvre', costPermille: 1_014 },
  { name: 'Żelazo', costPermille: 970 },
  { name: 'Åker', costPermille: 1_030 },
  { name: 'Novák', costPermille: 984 },
  { name: 'Huber', costPermille: 1_018 },
  { name: 'D’Angelo', costPermille: 992 },
  { name: 'Castell', costPermille: 1_008 },
];

/** The names of suppliers, by the index of the maker. */
export const suppliers = lazyDictionary(() => [
  'Nordfix GmbH & Co. KG',
  'Halder Werkzeuge AG',
  'Ostwerk GmbH',
  'Établissements Lefèvre',
  'Żelazo Sp. z o.o.',
  'Åker & Söner AB',
  'Novák a syn, s.r.o.',
  'Huber AG',
  'D’Angelo S.r.l.',
  'Castell Trading Ltd',
]);

export const priceGroups = lazyDictionary(() => FAMILIES.map(({ code }) => code));

const UNITS = [...new Set(FAMILIES.map(({ unit }) => unit))];
export const units = lazyDictionary(() => UNITS);
/** The unit of each family, as a code of `units`. */
export const UNIT_CODES: readonly number[] = FAMILIES.map(({ unit }) => UNITS.indexOf(unit));
