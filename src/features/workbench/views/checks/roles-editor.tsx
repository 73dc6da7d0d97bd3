import { Group, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { ChosenFields } from '../../conditions/chosen-fields';
import { ColumnField } from '../../conditions/column-field';
import { FieldAdder } from '../../conditions/field-select';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { ROLE_TYPES, ROLES, type Role } from '@/rows/price-rows/column-roles';
import classes from './checks.module.css';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface RolesEditorProps {
  readonly checks: Checks;
  readonly columns: readonly AnalysedColumn[];
}

const KEY_ID = 'checks-key';
/** The id of the **Roles of columns** group, used to move the focus to it. */
export const ROLES_ID = 'checks-roles';

/** The **Roles of columns** group: shows which column is used as the price, the article and so on, and why. The user can change this. */
export const RolesEditor = memo(function RolesEditor({ checks, columns }: RolesEditorProps) {
  const t = useTranslations('checks.roles');
  const { resolved, proposals, fixed, spec, isProposing, change } = checks;
  const reasonOf = (role: Role): string => {
    const proposal = proposals[role];
    const wanted = resolved.wanted[role];
    if (wanted !== null && resolved.roles[role] === null) return t('reason.lacking', { column: wanted });
    if (spec.roles[role] !== undefined) return t('reason.chosen');
    if (fixed[role] !== undefined) return t('reason.fixed');
    if (proposal === undefined) return t('reason.unfilled');
    const { reason } = proposal;
    return t(`reason.${reason.kind}`, { table: reason.kind === 'reference' ? reason.table : '' });
  };
  const choose = (role: Role, column: string | null) => {
    const { [role]: _, ...others } = spec.roles;
    const usual = fixed[role] === undefined ? (proposals[role]?.column ?? null) : fixed[role];
    const isProposed = usual === column;
    change({ roles: isProposed ? others : { ...others, [role]: column } });
  };
  return (
    <fieldset id={ROLES_ID} tabIndex={-1} className={classes['roles']}>
      <legend>{t('label')}</legend>
      <Text size="xs" c="dimmed" role="status">
        {t(isProposing ? 'proposing' : 'hint')}
      </Text>
      <div className={classes['roleInputs']}>
        {ROLES.map((role) => (
          <ColumnField
            key={role}
            label={t(`names.${role}`)}
            description={reasonOf(role)}
            isSearchable
            noneLabel={t('none')}
            emptyText={t('noColumn')}
            columns={columns.filter(({ type }) => ROLE_TYPES[role].includes(type)).map(({ name }) => name)}
            value={resolved.roles[role]}
            onChange={(column) => choose(role, column)}
          />
        ))}
      </div>
      {resolved.roles.article !== null && (
        <Group gap="4px 12px" align="flex-end" mt={12}>
          <FieldAdder
            id={KEY_ID}
            label={t('key')}
            placeholder={t('addKey')}
            options={columns
              .filter(({ name }) => !resolved.key.includes(name))
              .map(({ name }) => ({ value: name, label: name }))}
            emptyText={t('noColumn')}
            onAdd={(name) => change({ key: [...resolved.key, name] })}
          />
          <ChosenFields
            label={t('key')}
            fields={resolved.key}
            removeLabel={(column) => t('removeKey', { column })}
            canRemove={(name) => name !== resolved.roles.article}
            onRemove={(name) => {
              change({ key: resolved.key.filter((each) => each !== name) });
              document.getElementById(KEY_ID)?.focus();
            }}
          />
          <Text size="xs" c="dimmed" flex="1 0 100%">
            {t('keyHint')}
          </Text>
        </Group>
      )}
    </fieldset>
  );
});
