/**
 * Links written by earlier builds or edited by hand. Never change a link: each must open as it did when it was written. `OPERATOR_LINKS`
 * has a link for every operator.
 */
export const LINKS: Readonly<Record<string, string>> = {
  'nothing run yet': '',
  'all fields and rows': '?v=1',
  'fields in an order of their own': '?v=1&fields=Value,Number,Name',
  'no fields': '?v=1&fields=',
  'fields that are gone, locked, or named twice': '?v=1&fields=Number,Gone,Cost,Number,Value',
  'rules joined by hand': '?v=1&filter=Name~is~a&filter=Value~equals~1&sort=Number&sort=-Value',
  'a number that the router could read': '?v=1&filter=Name~is~00123456789012345678901234567890',
  'separators in values': '?v=1&filter=Name~is~a!xb!tc!cd!se!mf;Name~contains~100%25+%26+more',
  'an escape that is unknown': '?v=1&filter=Name~is~!zq&sort=!zq',
  'a disabled condition': '?v=1&filter=!off~Value~greater-than~1.50;Name~starts-with~A',
  'missing values': '?v=1&filter=Value~between~!none~2;Name~is~!none;Name~is~',
  'values of another type': '?v=1&filter=Value~equals~abc;ValidFrom~on~31.01.2026;NeedsPrice~is~maybe',
  'operators and fields that are unknown': '?v=1&filter=Value~resembles~1;Gone~is~1;Cost~is-empty;Notes~is~a',
  'a sort by what cannot be sorted': '?v=1&sort=-Notes,Gone,Value,-Value',
  'a list that this browser stores': '?v=1&filter=Number~is-any-of~!list~16df0cafe0e72912bcef7b3fbc28~400',
  'a list that another browser stores':
    '?v=1&filter=Number~is-any-of~!list~00000000000000000000000000ff~1200',
  'a newer notation': '?v=99&fields=Number&filter=Value~equals~1',
  'a row of a snapshot': '?v=1&cacheKey=snap-0f3a&row=1234',
  'a row and a snapshot that cannot be': '?v=1&cacheKey=+&row=zero',
  'a kept copy': '?v=1&cacheKey=copy:0123456789abcdef0123456789abcdef&show=columns',
  'a saved view': '?v=1&sort=-Value&view=b1946ac9-7d1e-4b5e-9c40-1f2e3d4c5b6a',
  'an open list report': '?v=1&filter=Number~is-any-of~A-1~A-2&report=open',
  'a folded list report': '?v=1&filter=Number~is-any-of~A-1~A-2&report=folded',
  'some of the rows':
    '?v=1&show=rows&subset=1;is~Name~DE;is~Name;is~Name~;is-true~NeedsPrice;is-false~NeedsPrice;below~Value~1.00~2.00;up-to~Value~1.00~!none;below~ValidFrom~2026-01-01~2026-02-01;misfit~ValidFrom',
  'rows of a column that is gone': '?v=1&subset=1;is~Gone~1',
  'rows of an unreadable part': '?v=1&subset=1;is~Name~!zq',
  'rows of a newer notation': '?v=1&subset=2;is~Name~DE',
  'a refinement':
    '?v=1&refine=1;all;Value~greater-than~100;Value~less-than~=~Factor;ValidFrom~valid-on~ValidFrom~today;any(;Name~is~DE;Name~is-any-of~AT~CH;);Name~is~!e~=;!new~Margin~1~(Value+-+Factor)+/+Value+*+100',
  'computed columns alone':
    '?v=1&refine=1;!new~Twice~4~Value+*+2;!new~Name+of+two!c+words~0~%5BTwice%5D+%2B+1',
  'a refinement of a column that is gone': '?v=1&refine=1;any;Gone~is~1',
  'a refinement whose group stays open': '?v=1&refine=1;all;any(;Name~is~DE',
  'a refinement of a newer notation': '?v=1&refine=7;all;Name~is~DE',
  'a pivot':
    '?v=1&show=pivot&pivot=1;rows,Name,ValidFrom~month;columns,NeedsPrice;measures,count,sum~Value,average~Value,median~Value,least~ValidFrom,greatest~Value,distinct~Number,share~Value;sort,measure~1~descending;chart',
  'a pivot by steps of a number': '?v=1&show=pivot&pivot=1;rows,Value~0.25;measures,share',
  'a pivot sorted by a group':
    '?v=1&show=pivot&pivot=1;rows,Name;columns,ValidFrom~quarter;measures,count;sort,group~0~ascending',
  'a pivot by a field that is gone': '?v=1&show=pivot&pivot=1;rows,Gone;measures,count',
  'a pivot with the sum of a text': '?v=1&show=pivot&pivot=1;rows,Name;measures,sum~Name',
  'a pivot that is unreadable': '?v=1&show=pivot&pivot=1;rows,Name;rows,Value;measures,count',
  'a pivot of a newer notation': '?v=1&show=pivot&pivot=3;rows,Name;measures,count',
  'a comparison with a snapshot':
    '?v=1&cacheKey=snap-2&show=changes&with=snapshot~snap-1&keys=Number,Name&price=Value&changes=1;rows~added~changed~unchanged;differs~Value;up-to~-2.5~10;sort~percent~descending;find~AB-1!t2;group~Name~Factor',
  'a comparison with a kept copy':
    '?v=1&cacheKey=snap-2&show=changes&with=copy~0123456789abcdef0123456789abcdef&price=!none',
  'a comparison with a file':
    '?v=1&cacheKey=snap-2&show=changes&with=file~prices!c+May.xlsx&changes=1;below~!none~0;group~Name',
  'a comparison that is unreadable':
    '?v=1&cacheKey=snap-2&show=changes&with=mail~x&keys=&changes=1;sort~percent',
  'shown changes of a column that is gone':
    '?v=1&cacheKey=snap-2&show=changes&with=snapshot~snap-1&changes=1;differs~Gone',
  'checks as proposed': '?v=1&show=checks&checks=1',
  'checks with everything chosen':
    '?v=1&show=checks&checks=1;roles,price~Value,unit,article~Number,validFrom~ValidFrom;key,Number,Name;within,Name;day,2026-06-15;use,ended;skip,gap,overlap;set,changed~percent~10,far-from-group~times~7.5;own,own-1f~used~Dear~More+than+100~1!sall!sValue!tgreater-than!t100,own-20~unused~Odd~As+said~1!sany!sName!tis!tDE;against,changed~copy~0123456789abcdef0123456789abcdef,below-cost~price-column~Cost~Landed~Number~Number~List~Name',
  'checks without a key, in all rows':
    '?v=1&show=checks&checks=1;key,;within,;against,changed~snapshot~snap-1',
  'checks that are unreadable': '?v=1&show=checks&checks=1;use,everything',
  'checks of a newer notation': '?v=1&show=checks&checks=2;use,ended',
  'a view that is unknown': '?v=1&show=hologram',
  highlights:
    '?v=1&highlight=1;red~row~Value~less-than~=~Factor;amber~cell~ValidFrom~before~today;green~cell~Name~is-any-of~DE~AT;blue~row~ValidFrom~valid-on~ValidFrom~2026-01-31;violet~cell~Value~between~1.00~2.00;red~row~Name~is-empty',
  'highlights of which some are unreadable':
    '?v=1&highlight=1;pink~row~Value~is-empty;red~row~Gone~is~1;red~row;red~row~Name~is~!zq',
  'highlights of a newer notation': '?v=1&highlight=2;red~row~Value~is-empty',
  'columns of another price column':
    '?v=1&added=1;Cost,price-column~Other,key~Number~Number,key~Name~Name,take~Value~Factor,least~Value,lenient',
  'columns of a snapshot, a kept copy and a file':
    '?v=1&added=1;Monday,snapshot~snap-1,key~Number~Number,take~Value,valid-on~ValidFrom~ValidFrom~today;Kept,copy~0123456789abcdef0123456789abcdef,key~Number~Number,take~Value,latest~ValidFrom;File,file~prices!c+May.xlsx,key~Number~Number,take~Value,greatest~Value',
  'columns of a snapshot of another price column':
    '?v=1&added=1;Cost,snapshot-of~Other~snap-9,key~Number~Number,take~Value;Kept,snapshot-of~Other~copy:0123456789abcdef0123456789abcdef,key~Number~Number,take~Value',
  'columns of a price column that is gone':
    '?v=1&added=1;Cost,price-column~Gone,key~Number~Number,take~Value',
  'columns that are gone or locked': '?v=1&added=1;Cost,price-column~Other,key~Number~Number,take~Cost',
  'columns of a key of another type': '?v=1&added=1;Cost,price-column~Other,key~NeedsPrice~Value,take~Value',
  'columns without a key': '?v=1&added=1;Cost,price-column~Other,take~Value',
  'columns of a newer notation': '?v=1&added=2;Cost,price-column~Other,key~Number~Number,take~Value',
  'checks with the roles that a view was saved with':
    '?v=1&show=checks&roles=1;roles,price~Value,cost,group~Name&checks=1;skip,gap',
};

const VALUES: Readonly<Record<string, readonly string[]>> = {
  text: ['', '~a!cb', '~a~b!sc'],
  number: ['', '~-1.50', '~1~12345678901234.5678', '~0~1~2'],
  date: [
    '',
    '~2026-01-31',
    '~2026-01-31T10:00:00.1234567',
    '~in-7-days',
    '~start-of-month~end-of-year',
    '~7',
  ],
  boolean: ['', '~true', '~false'],
};
const FIELDS: Readonly<Record<string, string>> = {
  text: 'Name',
  number: 'Value',
  date: 'ValidFrom',
  boolean: 'NeedsPrice',
};

/** The operators of each field type when the links were written. Each is tried with every number of values, even a wrong number. */
const OPERATORS: Readonly<Record<string, string>> = {
  text: 'is is-not contains starts-with ends-with is-any-of is-none-of is-empty is-not-empty',
  number:
    'equals not-equal-to greater-than greater-than-or-equal-to less-than less-than-or-equal-to between is-any-of is-none-of is-empty is-not-empty',
  date: 'on before after on-or-before on-or-after between today yesterday last-days this-month last-month this-year last-year is-empty is-not-empty',
  boolean: 'is is-empty is-not-empty',
};

export const OPERATOR_LINKS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPERATORS).flatMap(([type, ids]) =>
    ids.split(' ').map((id) => {
      const pieces = (VALUES[type] ?? []).map((values) => `${FIELDS[type]}~${id}${values}`);
      return [`${type} ${id}`, `?v=1&filter=${pieces.join(';')}`];
    }),
  ),
);
