import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Column } from '@/contract/column';
import { createColumnFormat, type ColumnFormat } from '@/lib/formats/column-format';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import type { DefaultMeaning } from '../model/default-expression';
import { foreignKeyText, type RequiredRight, type OpenRow, type SchemaRow } from '../model/schema-row';
import { SHEET_COLUMNS, type SheetColumn, type SheetText } from '../model/schema-sheet';

/** Returns a function that describes a column's default value. */
export function useDefaultText(): (meaning: DefaultMeaning) => string {
  const t = useTranslations('itemSchema');
  return function textOf(meaning): string {
    switch (meaning.kind) {
      case 'none':
        return t('none');
      case 'now':
        return meaning.isUtc ? t('default.nowUtc') : t('default.now');
      case 'new-id':
        return t('default.newId');
      case 'value':
        if (!meaning.isText) return meaning.text;
        return meaning.text === '' ? t('default.emptyText') : t('default.text', { text: meaning.text });
      case 'setting':
        return meaning.fallback === null
          ? t('default.setting', { setting: meaning.setting })
          : t('default.settingElse', { setting: meaning.setting, fallback: textOf(meaning.fallback) });
      case 'expression':
        return meaning.text;
    }
  };
}

export interface RightsText {
  readonly view: (row: SchemaRow) => string;
  readonly edit: (row: OpenRow) => string;
}

/** Returns functions that describe what the user may do with a column and why, in one sentence each. */
export function useRightsText(): RightsText {
  const t = useTranslations('itemSchema');
  const format = useFormatter();
  const list = (rights: readonly RequiredRight[]) =>
    format.list(rights.map(({ id }) => id ?? t('unreadableRight')));
  return {
    view: ({ kind, viewRight }) => {
      if (viewRight === null) return t('sentence.visible');
      const rights = list([viewRight]);
      if (kind === 'locked') return t('sentence.locked', { rights });
      return viewRight.held === 'unknown'
        ? t('sentence.viewUnknown', { rights })
        : t('sentence.visibleWithRight', { rights });
    },
    edit: ({ edit, editRights, unreadable }) => {
      // An unreadable `canEdit` counts as false, but the text must not state that as a fact.
      if (unreadable.has('canEdit')) return t('sentence.editNotStated');
      switch (edit.state) {
        case 'editable':
          return editRights.length === 0
            ? t('sentence.editable')
            : t('sentence.editableWithRights', { rights: list(editRights) });
        case 'unknown':
          return t('sentence.editUnknown', { rights: list(editRights) });
        case 'read-only':
          return edit.reason.kind === 'can-edit-false'
            ? t('sentence.readOnly')
            : t('sentence.readOnlyForYou', {
                rights: list(editRights.filter(({ held }) => held === 'denied')),
              });
      }
    },
  };
}

/** Returns sentences that describe a column, without members that could not be read. */
export function useColumnMeaning({ column, default: meaning, unreadable }: OpenRow): string {
  const t = useTranslations('itemSchema');
  const defaultText = useDefaultText();
  const sample = useColumnFormat(column).sample();
  const { description } = column.raw;
  const sentences = [
    typeof description === 'string' ? description : '',
    kindOfValue(),
    column.foreignKey === null
      ? ''
      : t('explained.foreignKey', { target: foreignKeyText(column.foreignKey) }),
    column.isPriceColumn === true ? t('explained.priceColumn') : '',
    column.isPrimaryKey ? t('explained.primaryKey') : column.isUnique ? t('explained.unique') : '',
    unreadable.has('isNullable') ? '' : t(column.isNullable ? 'explained.nullable' : 'explained.notNullable'),
    meaning.kind === 'none' || meaning.kind === 'expression'
      ? ''
      : t('explained.defaultIs', { value: defaultText(meaning) }),
    sample === '' || column.type === 'boolean' ? '' : t('explained.shownAs', { sample }),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');

  function kindOfValue(): string {
    if (!column.isTypeKnown) return t('explained.unknownType');
    const { maxLength, scale } = column;
    switch (column.type) {
      case 'text':
        return maxLength === null ? t('meaning.text') : t('meaning.textUpTo', { length: maxLength });
      case 'number':
        if (scale === null) return t('meaning.number');
        return scale === 0 ? t('meaning.wholeNumber') : t('meaning.decimal', { scale });
      case 'date':
        return t(column.sqlType === 'date' ? 'meaning.date' : 'meaning.dateTime');
      case 'boolean':
        return t('meaning.boolean');
    }
  }
}

/** Returns the texts for an exported schema. */
export function useSheetText(): SheetText {
  const t = useTranslations('itemSchema.export');
  const tCommon = useTranslations('common');
  return useMemo(
    () => ({
      headings: Object.fromEntries(
        SHEET_COLUMNS.map((column) => [column, t(`headings.${column}`)]),
      ) as Record<SheetColumn, string>,
      yes: tCommon('yes'),
      no: tCommon('no'),
      states: {
        visible: t('states.visible'),
        locked: t('states.locked'),
        editable: t('states.editable'),
        'read-only': t('states.readOnly'),
        unknown: t('states.unknown'),
      },
    }),
    [t, tCommon],
  );
}

/** Returns the format of the column's values in the user's language. */
export function useColumnFormat(column: Column): ColumnFormat {
  const t = useTranslations('common');
  const { formats: locale } = useFormatSettings();
  return useMemo(
    () => createColumnFormat(column, { locale, labels: { true: t('true'), false: t('false') } }),
    [column, locale, t],
  );
}
