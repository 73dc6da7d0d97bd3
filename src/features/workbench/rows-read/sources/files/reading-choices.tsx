import '@/ui/components/combobox-styles.css';
import { NativeSelect, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { visibleText } from '@/lib/grid/visible-text';
import { SEPARATORS } from '@/analysis/source-files/file-reading';
import type { FileNotation, FileOutline, OutlineChoices } from '@/analysis/source-files/file-outline';
import {
  dateOrder,
  localeOfOrder,
  type DateOrder,
  type MatchedColumn,
} from '@/analysis/source-files/propose-notation';
import { ENCODINGS } from '@/analysis/source-files/recognise-file';

interface ReadingChoicesProps {
  readonly outline: FileOutline;
  readonly choices: OutlineChoices;
  /** The latest choice. Its control gets the focus back. Null for none. */
  readonly changed: keyof OutlineChoices | null;
  readonly onChoices: (choices: OutlineChoices, changed: keyof OutlineChoices) => void;
}

/** Controls with which the user decides how the file is read, for everything that is uncertain. */
export function ReadingChoices({ outline, choices, changed, onChoices }: ReadingChoicesProps) {
  const t = useTranslations('files');
  const { formatInteger } = useFormats();
  const { csv, sheets, sheet, firstRows, headerRow, certificate } = outline;
  const hasSheets = sheet !== null && sheets.length > 1;
  if (certificate !== null || (csv === null && !hasSheets && firstRows.length < 2)) return null;
  return (
    <>
      {hasSheets && (
        <NativeSelect
          size="xs"
          label={t('sheet')}
          value={sheet}
          data={[...sheets]}
          // The choice of a row is removed, because another sheet may have its headers in another row.
          ref={changed === 'sheet' ? focus : undefined}
          onChange={(event) =>
            onChoices({ ...choices, sheet: event.currentTarget.value, headerRow: undefined }, 'sheet')
          }
        />
      )}
      {csv !== null && (
        <>
          <NativeSelect
            size="xs"
            label={t('separator.label')}
            value={csv.delimiter}
            data={withChosen(
              SEPARATORS.map(([value, name]) => ({ value, label: t(`separator.${name}`) })),
              csv.delimiter,
            )}
            ref={changed === 'delimiter' ? focus : undefined}
            onChange={(event) => onChoices({ ...choices, delimiter: event.currentTarget.value }, 'delimiter')}
          />
          <EncodingChoice
            encoding={csv.encoding}
            hasFocus={changed === 'encoding'}
            onChoose={(encoding) => onChoices({ ...choices, encoding }, 'encoding')}
          />
        </>
      )}
      {firstRows.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('headerRow.label')}
          flex="0 1 320px"
          miw={0}
          value={String(headerRow)}
          data={firstRows.map(({ row, texts }) => ({
            value: String(row),
            label: t('headerRow.row', {
              row: formatInteger(row),
              texts: texts.map(visibleText).join(' · '),
            }),
          }))}
          ref={changed === 'headerRow' ? focus : undefined}
          onChange={(event) =>
            onChoices({ ...choices, headerRow: Number(event.currentTarget.value) }, 'headerRow')
          }
        />
      )}
    </>
  );
}

interface EncodingChoiceProps {
  readonly encoding: string;
  readonly hasFocus?: boolean;
  readonly onChoose: (encoding: string) => void;
}

/** A control for the encoding of a text, which the user may know better. */
export function EncodingChoice({ encoding, hasFocus = false, onChoose }: EncodingChoiceProps) {
  const t = useTranslations('files');
  return (
    <NativeSelect
      size="xs"
      label={t('encoding.label')}
      value={encoding}
      data={withChosen(
        ENCODINGS.map((value) => ({ value, label: t(`encoding.${value}`) })),
        encoding,
      )}
      ref={hasFocus ? focus : undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/** A ref callback that focuses a control once. After the file was read again, the control is a new element. */
function focus(control: HTMLSelectElement | null): void {
  control?.focus();
}

interface SelectItem {
  readonly value: string;
  readonly label: string;
}

/** Returns the items with the detected encoding, which may not be one of the usual ones. */
function withChosen(items: readonly SelectItem[], chosen: string): SelectItem[] {
  const isKnown = items.some(({ value }) => value === chosen);
  return isKnown ? [...items] : [...items, { value: chosen, label: chosen }];
}

const ISO = 'iso' as const;

interface NotationChoicesProps {
  readonly outline: FileOutline;
  readonly matched: readonly MatchedColumn[];
  readonly notation: FileNotation;
  readonly onNotation: (notation: FileNotation) => void;
}

/** Controls for the notation of numbers and dates that are written as text. */
export function NotationChoices({ outline, matched, notation, onNotation }: NotationChoicesProps) {
  const t = useTranslations('files');
  const { formats, excelRegion } = useFormatSettings();
  const isWritten = (type: PriceField['type']) =>
    matched.some(
      ({ field, column }) => field.type === type && column.cells.some((cell) => cell?.kind === 'written'),
    );
  const [hasNumbers, hasDates] = [isWritten('number'), isWritten('date')];
  if (outline.certificate !== null || !(hasNumbers || hasDates)) return null;
  const order = notation.dateLocale === null ? ISO : dateOrder(notation.dateLocale);
  return (
    <>
      {hasNumbers && (
        <NativeSelect
          size="xs"
          label={t('decimal.label')}
          value={notation.decimal}
          data={[
            { value: '.', label: t('decimal.point') },
            { value: ',', label: t('decimal.comma') },
          ]}
          onChange={(event) =>
            onNotation({ ...notation, decimal: event.currentTarget.value === ',' ? ',' : '.' })
          }
        />
      )}
      {hasDates && (
        <NativeSelect
          size="xs"
          label={t('dates.label')}
          value={order}
          data={[ISO, ...DATE_ORDERS].map((value: DateOrder | typeof ISO) => ({
            value,
            label: t(`dates.${value}`),
          }))}
          onChange={(event) => {
            const chosen = DATE_ORDERS.find((each) => each === event.currentTarget.value);
            const dateLocale = chosen === undefined ? null : localeOfOrder(chosen, [excelRegion, formats]);
            onNotation({ ...notation, dateLocale });
          }}
        />
      )}
      {notation.guardsFormulas && (
        <Text size="xs" c="dimmed">
          {t('guarded')}
        </Text>
      )}
    </>
  );
}

const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];
