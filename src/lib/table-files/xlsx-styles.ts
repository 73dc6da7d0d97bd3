import { readExcelPattern } from '../formats/excel-pattern';
import { EXCEL_SECOND_DIGITS } from './excel-serial';
import type { TableColumn } from './table-column';
import { xlsxText } from './xlsx-text';

/** The indexes of styles that do not depend on a column. */
export const FIXED_STYLES = {
  general: 0,
  header: 1,
  text: 2,
  numberAsText: 3,
  wrapped: 4,
  input: 5,
} as const;
const FIXED_COUNT = 6;
/** The number of fills that do not depend on highlights. */
const PLAIN_FILLS = 4;

/** The id of Excel's built-in short date format, which follows the system's settings. */
export const SHORT_DATE_ID = 14;
/** The first id for custom formats. Lower ids are built-in formats. */
const FIRST_CUSTOM_ID = 164;

export interface XlsxStyles {
  readonly ofColumns: readonly number[];
  /** Returns the distance from any style to the same style with this fill. */
  readonly ofFill: (fill: number) => number;
  /** The content of the part `xl/styles.xml`. */
  readonly xml: string;
}

/** Creates the styles for these columns. `fills` are the colors (ARGB) that any cell may have. */
export function xlsxStyles(columns: readonly TableColumn[], fills: readonly string[] = []): XlsxStyles {
  const codes: string[] = [];
  const formatIds: number[] = [];
  const ofColumns = columns.map((column) => {
    const formatId = formatIdOf(column);
    if (formatId === null) return column.type === 'text' ? FIXED_STYLES.text : FIXED_STYLES.general;
    const known = formatIds.indexOf(formatId);
    return FIXED_COUNT + (known === -1 ? formatIds.push(formatId) - 1 : known);
  });

  function formatIdOf(column: TableColumn): number | null {
    const code = formatCode(column);
    if (code === null || code === SHORT_DATE_ID) return code;
    const known = codes.indexOf(code);
    return FIRST_CUSTOM_ID + (known === -1 ? codes.push(code) - 1 : known);
  }

  const formats = codes
    .map((code, index) => `<numFmt numFmtId="${FIRST_CUSTOM_ID + index}" formatCode="${xlsxText(code)}"/>`)
    .join('');
  const cells = formatIds
    .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('');
  const plain = `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="0" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>${cells}`;
  const filled = fills
    .map((_, index) =>
      plain
        .replaceAll(/ fillId="\d+"/g, ` fillId="${PLAIN_FILLS + index}"`)
        .replaceAll(' applyFill="1"', '')
        .replaceAll('<xf ', '<xf applyFill="1" '),
    )
    .join('');
  const plainCount = FIXED_COUNT + formatIds.length;
  return {
    ofColumns,
    ofFill: (fill) => (fill + 1) * plainCount,
    xml: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
      codes.length === 0 ? '' : `<numFmts count="${codes.length}">${formats}</numFmts>`
    }<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="${PLAIN_FILLS + fills.length}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3F2F5"/><bgColor indexed="64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF8E1"/><bgColor indexed="64"/></patternFill></fill>${fills.map((rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`).join('')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${plainCount * (1 + fills.length)}">${plain}${filled}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** Returns the number format of a column: a code or the id of a built-in format, or null for none. */
export function formatCode({
  type,
  sqlType,
  scale,
  formatting,
  isPercentage,
  isGuessed = false,
}: TableColumn): string | typeof SHORT_DATE_ID | null {
  const pattern = formatting.trim();
  switch (type) {
    case 'number': {
      if (isPercentage === true) return (scale ?? 0) > 0 ? `0.${'0'.repeat(scale ?? 0)}%` : '0%';
      if (readExcelPattern(pattern)?.kind === 'number') return pattern;
      if (isGuessed) return null;
      const places = /^(?:decimal|numeric|money|smallmoney)$/i.test(sqlType) ? Math.min(scale ?? 0, 15) : 0;
      return places > 0 ? `0.${'0'.repeat(places)}` : null;
    }
    case 'date':
      if (SHORT_DATE.test(pattern) || (pattern === '' && /^date$/i.test(sqlType) && !isGuessed))
        return SHORT_DATE_ID;
      // Excel rejects a format with more fractional digits of the second than it can store, so the surplus digits are removed.
      if (readExcelPattern(pattern)?.kind === 'date') return pattern.replace(LONG_SECOND, '$1');
      return `yyyy-mm-dd hh:mm:ss${secondFraction(scale ?? 0)}`;
    case 'boolean':
    case 'text':
      return null;
  }
}

/** Whether a column is written without its format, because Excel would reject the format or this code does not support it. */
export function isWithoutItsFormat({ type, formatting }: TableColumn): boolean {
  if (type !== 'number' && type !== 'date') return false;
  if (type === 'date' && SHORT_DATE.test(formatting.trim())) return false;
  const kind = readExcelPattern(formatting.trim())?.kind;
  return kind !== 'general' && kind !== type;
}

const SHORT_DATE = /^short date$/i;

const LONG_SECOND = new RegExp(`(s\\.0{${EXCEL_SECOND_DIGITS}})0+`, 'gi');

function secondFraction(scale: number): string {
  const digits = Math.min(scale, EXCEL_SECOND_DIGITS);
  return digits > 0 ? `.${'0'.repeat(digits)}` : '';
}
