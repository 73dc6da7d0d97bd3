import { useTranslations } from 'use-intl';
import type { MemberMeaning } from '@/contract/column-members';
import type { OpenRow } from '../model/schema-row';
import { foreignKeyText } from '../model/visible-rows';
import { useColumnFormat } from './use-column-format';
import { useDefaultText } from './use-schema-words';

/** Says what a member of the column's record means for this column. Only for members that could be read. */
export function useMemberExplanation(row: OpenRow): (meaning: MemberMeaning) => string {
  const t = useTranslations('itemSchema.explained');
  const defaultText = useDefaultText();
  const { column } = row;
  const format = useColumnFormat(column);

  function explainFormatting(): string {
    if (!format.isKnown) return t('unknownFormat');
    const sample = format.sample();
    return sample === '' ? t('shownAsStored') : t('shownAs', { sample });
  }

  function explainDefault(): string {
    if (row.default.kind === 'none') return t('noDefault');
    return row.default.kind === 'expression'
      ? t('defaultUnread')
      : t('defaultIs', { value: defaultText(row.default) });
  }

  function explainLength(): string {
    if (column.type !== 'text') return t('storedBytes');
    return column.maxLength === null ? t('unbounded') : t('maxLength', { length: column.maxLength });
  }

  function explainScale(): string {
    if (column.type === 'date') return t('scaleOfSecond');
    return column.type === 'number' ? t('scale') : t('notForType');
  }

  function explainRight(id: string | null): string {
    if (id === null) return t('rightNone');
    const asked = [row.viewRight, ...row.editRights].find((right) => right?.id === id);
    return t(`right.${asked?.held ?? 'unknown'}`);
  }

  function explainPriceColumn(): string {
    if (column.isPriceColumn === null) return t('priceColumnUnsaid');
    return column.isPriceColumn ? t('priceColumn') : t('notPriceColumn');
  }

  return (meaning) => {
    switch (meaning) {
      case 'columnId':
      case 'name':
      case 'table':
      case 'dataType':
      case 'precisionLabel':
      case 'isEnabledInAbc':
        return t(meaning);
      case 'typeLabel':
        return column.foreignKey === null
          ? t('typeLabel')
          : t('foreignKey', { target: foreignKeyText(column.foreignKey) });
      case 'sqlType':
        return column.isTypeKnown ? t('sqlType') : t('unknownType');
      case 'maxLength':
        return explainLength();
      case 'precision':
        return column.type === 'text' ? t('notForType') : t('precision');
      case 'scale':
        return explainScale();
      case 'isNullable':
        return column.isNullable ? t('nullable') : t('notNullable');
      case 'defaultExpression':
        return explainDefault();
      case 'condition':
        return column.condition === '' ? t('noCondition') : t('condition');
      case 'isPrimaryKey':
        return column.isPrimaryKey ? t('primaryKey') : t('notPrimaryKey');
      case 'isUnique':
        return column.isUnique ? t('unique') : t('notUnique');
      case 'isKey':
        return column.isKey ? t('key') : t('notKey');
      case 'formatting':
        return explainFormatting();
      case 'align':
        if (column.align === null) return t('alignByType');
        return column.align === 'left' ? t('alignLeft') : t('alignRight');
      case 'viewRight':
      case 'editRight':
      case 'tableEditRight':
        return explainRight(column[meaning]);
      case 'canEdit':
        return column.canEdit ? t('canEdit') : t('cannotEdit');
      case 'isPriceColumn':
        return explainPriceColumn();
    }
  };
}
