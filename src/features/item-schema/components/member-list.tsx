import { useTranslations } from 'use-intl';
import type { ColumnMember } from '@/contract/column-members';
import { memberGroups, rawText } from '../model/member-groups';
import type { OpenRow } from '../model/schema-row';
import { CopyButton } from './copy-button';
import classes from './member-list.module.css';
import { useMemberExplanation } from './use-member-explanation';

/** Every member of the column's record: as it was sent, and what it means. */
export function MemberList({ row }: { readonly row: OpenRow }) {
  const t = useTranslations('itemSchema.details');
  const explain = useMemberExplanation(row);
  return memberGroups(row.column).map(({ name, members }) => (
    <section key={name} aria-label={t(`groups.${name}`)}>
      <h3 className={classes['group']}>{t(`groups.${name}`)}</h3>
      <dl className={classes['members']}>
        {members.map((member) => (
          <Member
            key={member.name}
            member={member}
            explanation={member.meaning === null || !member.isReadable ? null : explain(member.meaning)}
          />
        ))}
      </dl>
    </section>
  ));
}

interface MemberProps {
  readonly member: ColumnMember;
  /** Null for a member that has none. */
  readonly explanation: string | null;
}

function Member({ member: { name, meaning, value, isReadable }, explanation }: MemberProps) {
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
        {explanation !== null && <span className={classes['explanation']}>{explanation}</span>}
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
