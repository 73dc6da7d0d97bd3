import { useTranslations } from 'use-intl';
import type { ColumnMember, MemberMeaning } from '@/contract/column-members';
import { Section } from '@/ui/components/section';
import { memberGroups, rawText } from '../model/member-groups';
import { foreignKeyText, type OpenRow } from '../model/schema-row';
import { CopyButton } from './copy-button';
import classes from './member-list.module.css';
import { useColumnFormat, useDefaultText } from './use-schema-text';

/** Lists every member of the column's metadata record: its value as sent, and its meaning. */
export function MemberList({ row }: { readonly row: OpenRow }) {
  const t = useTranslations('itemSchema.details');
  const describe = useMemberDescription(row);
  return memberGroups(row.column).map(({ name, members }) => (
    <Section key={name} title={t(`groups.${name}`)} order={4} size="xs" fw={500} c="dimmed" mt={16}>
      <dl className={classes['members']}>
        {members.map((member) => (
          <Member
            key={member.name}
            member={member}
            description={member.meaning === null || !member.isReadable ? null : describe(member.meaning)}
          />
        ))}
      </dl>
    </Section>
  ));
}

interface MemberProps {
  readonly member: ColumnMember;
  /** The meaning of the value; null for a member without a description. */
  readonly description: string | null;
}

function Member({ member: { name, meaning, value, isReadable }, description }: MemberProps) {
  const t = useTranslations('itemSchema');
  const text = rawText(value);
  return (
    <div className={classes['member']}>
      <dt>
        <span className={classes['label']}>{meaning === null ? name : t(`property.${meaning}`)}</span>
        {meaning !== null && <code className={classes['wireName']}>{name}</code>}
      </dt>
      <dd>
        <RawValue value={value} />
        {!isReadable && value !== undefined && (
          <span className={classes['problem']}>{t('details.unreadable')}</span>
        )}
        {description !== null && <span className={classes['explanation']}>{description}</span>}
      </dd>
      <dd className={classes['copy']}>
        {value !== undefined && <CopyButton label={t('copy.name', { name })} text={text} what={name} />}
      </dd>
    </div>
  );
}

function RawValue({ value }: { readonly value: unknown }) {
  const t = useTranslations('itemSchema');
  if (value === undefined) return <span className={classes['problem']}>{t('details.missing')}</span>;
  if (value === '') return <span className={classes['nothing']}>{t('default.emptyText')}</span>;
  return (
    <code className={classes['raw']} data-null={value === null || undefined}>
      {rawText(value)}
    </code>
  );
}

/** Returns a function that describes what a member means for this column. Members that could not be read have no description. */
function useMemberDescription(row: OpenRow): (meaning: MemberMeaning) => string {
  const t = useTranslations('itemSchema.explained');
  const defaultText = useDefaultText();
  const { column } = row;
  const format = useColumnFormat(column);

  function describeFormatting(): string {
    if (!format.isKnown) return t('unknownFormat');
    const sample = format.sample();
    return sample === '' ? t('shownAsStored') : t('shownAs', { sample });
  }

  function describeDefault(): string {
    if (row.default.kind === 'none') return t('noDefault');
    return row.default.kind === 'expression'
      ? t('defaultUnread')
      : t('defaultIs', { value: defaultText(row.default) });
  }

  function describeLength(): string {
    if (column.type !== 'text') return t('storedBytes');
    return column.maxLength === null ? t('unbounded') : t('maxLength', { length: column.maxLength });
  }

  function describeScale(): string {
    if (column.type === 'date') return t('scaleOfSecond');
    return column.type === 'number' ? t('scale') : t('notForType');
  }

  function describeRight(id: string | null): string {
    if (id === null) return t('rightNone');
    const asked = [row.viewRight, ...row.editRights].find((right) => right?.id === id);
    return t(`right.${asked?.held ?? 'unknown'}`);
  }

  function describePriceColumn(): string {
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
        return describeLength();
      case 'precision':
        return column.type === 'text' ? t('notForType') : t('precision');
      case 'scale':
        return describeScale();
      case 'isNullable':
        return column.isNullable ? t('nullable') : t('notNullable');
      case 'defaultExpression':
        return describeDefault();
      case 'condition':
        return column.condition === '' ? t('noCondition') : t('condition');
      case 'isPrimaryKey':
        return column.isPrimaryKey ? t('primaryKey') : t('notPrimaryKey');
      case 'isUnique':
        return column.isUnique ? t('unique') : t('notUnique');
      case 'isKey':
        return column.isKey ? t('key') : t('notKey');
      case 'formatting':
        return describeFormatting();
      case 'align':
        if (column.align === null) return t('alignByType');
        return column.align === 'left' ? t('alignLeft') : t('alignRight');
      case 'viewRight':
      case 'editRight':
      case 'tableEditRight':
        return describeRight(column[meaning]);
      case 'canEdit':
        return column.canEdit ? t('canEdit') : t('cannotEdit');
      case 'isPriceColumn':
        return describePriceColumn();
    }
  };
}
