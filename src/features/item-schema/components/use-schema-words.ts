import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { DefaultMeaning } from '../model/default-expression';
import type { AskedRight, OpenRow, SchemaRow } from '../model/schema-row';
import { SHEET_COLUMNS, type SheetColumn, type SheetWords } from '../model/schema-sheet';

/** A default in words. */
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

export interface RightsSentences {
  readonly view: (row: SchemaRow) => string;
  readonly edit: (row: OpenRow) => string;
}

/** What a person may do with a column and why, one sentence each. */
export function useRightsSentences(): RightsSentences {
  const t = useTranslations('itemSchema');
  const format = useFormatter();
  const list = (rights: readonly AskedRight[]) =>
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
      // Caution is no fact.
      if (unreadable.has('canEdit')) return t('sentence.editNotTold');
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

/** The words of an exported schema. */
export function useSheetWords(): SheetWords {
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
