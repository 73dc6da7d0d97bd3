import { Button, TextInput } from '@mantine/core';
import { IconLock, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRights, useServiceClient } from '@/session/session-context';
import { createColumnFormat } from '@/shared/formats/column-format';
import { useFormats } from '@/shared/formats/format-settings-context';
import { serviceFailure } from '@/shared/http/service-failure';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { StatePanel } from '@/shared/ui/state-panel';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { itemTableQuery } from '../api/item-table.queries';
import type { DefaultMeaning } from '../model/default-expression';
import { schemaRows, type AskedRight, type OpenRow, type SchemaRow } from '../model/schema-row';
import { foreignKeyText, visibleRows } from '../model/visible-rows';
import classes from './item-schema-screen.module.css';

export interface ItemSchemaScreenProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

const NO_FILTERS: ReadonlySet<never> = new Set();

/** What each column of the item table is, and what this person may do with it. */
export function ItemSchemaScreen({ search, onSearchChange }: ItemSchemaScreenProps) {
  const t = useTranslations('itemSchema');
  const tCommon = useTranslations('common');
  const client = useServiceClient();
  const rights = useRights();
  const query = useQuery(itemTableQuery(client));
  const failure = serviceFailure(query.error);
  usePageTitle(t('title'));

  return (
    <div className={classes['screen']}>
      <header className={classes['header']}>
        <h1 className={classes['title']}>{t('title')}</h1>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          className={classes['search']}
          onChange={(event) => {
            onSearchChange(event.currentTarget.value);
          }}
        />
      </header>
      {content()}
    </div>
  );

  function content() {
    if (query.data === undefined) {
      if (failure !== null) return <FailurePanel failure={failure} onRetry={() => void query.refetch()} />;
      return (
        <p role="status" className={classes['loading']}>
          {tCommon('loading')}
        </p>
      );
    }
    const found = visibleRows(schemaRows(query.data, rights), { search, filters: NO_FILTERS, sort: null });
    if (found.length > 0) return <ColumnsTable rows={found} />;
    return (
      <StatePanel
        icon={<IconSearchOff size={22} />}
        title={t('noMatchTitle', { search })}
        actions={
          <Button
            variant="default"
            onClick={() => {
              onSearchChange('');
            }}
          >
            {t('clearSearch')}
          </Button>
        }
      />
    );
  }
}

function ColumnsTable({ rows }: { readonly rows: readonly SchemaRow[] }) {
  const t = useTranslations('itemSchema');
  return (
    // The table is wider than a small window: it scrolls by itself, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroller']} role="region" aria-label={t('columns')} tabIndex={0}>
      <table className={classes['table']} aria-label={t('columns')}>
        <thead>
          <tr>
            {HEADERS.map((header) => (
              <th key={header} scope="col">
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.kind === 'locked' ? (
              <tr key={row.ordinal}>
                <th scope="row">{row.name}</th>
                <td colSpan={5} className={classes['locked']}>
                  <IconLock size={14} aria-hidden="true" /> {t('locked')}
                </td>
                <td colSpan={2}>
                  <Right right={row.viewRight} />
                </td>
              </tr>
            ) : (
              <OpenColumn key={row.ordinal} row={row} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

const HEADERS = ['name', 'type', 'nullable', 'default', 'keys', 'format', 'viewRight', 'editRight'] as const;

function OpenColumn({ row }: { readonly row: OpenRow }) {
  const t = useTranslations('itemSchema');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const defaultText = useDefaultText();
  const { column } = row;
  const sample = createColumnFormat(column, {
    locale: formats.locale,
    labels: { true: tCommon('true'), false: tCommon('false') },
  }).sample();
  const keys = [
    column.isPrimaryKey ? t('primaryKey') : null,
    column.isUnique ? t('unique') : null,
    column.foreignKey === null ? null : t('foreignKey', { target: foreignKeyText(column.foreignKey) }),
  ].filter((key) => key !== null);
  return (
    <tr>
      <th scope="row">
        {row.name}
        {row.isIncomplete && <span className={classes['incomplete']}>{t('incomplete')}</span>}
      </th>
      <td>
        <code>{column.typeLabel}</code>
      </td>
      <td>{column.isNullable ? tCommon('yes') : tCommon('no')}</td>
      <td>{defaultText(row.default)}</td>
      <td>{keys.join(', ')}</td>
      <td>
        {column.formatting === '' ? '' : <code>{column.formatting}</code>}{' '}
        {sample !== '' && <span className={classes['sample']}>{t('sample', { sample })}</span>}
      </td>
      <td>{row.viewRight !== null && <Right right={row.viewRight} />}</td>
      <td>
        {column.canEdit
          ? row.editRights.map((right) => <Right key={right.id} right={right} />)
          : t('notEditable')}
      </td>
    </tr>
  );
}

function Right({ right }: { readonly right: AskedRight }) {
  const t = useTranslations('itemSchema');
  return (
    <span className={classes['right']}>
      <code>{right.id ?? t('unreadableRight')}</code>{' '}
      <span className={classes['held']}>{t(`held.${right.held}`)}</span>
    </span>
  );
}

function useDefaultText(): (meaning: DefaultMeaning) => string {
  const t = useTranslations('itemSchema');
  const text = (meaning: DefaultMeaning): string => {
    switch (meaning.kind) {
      case 'none':
        return '';
      case 'now':
        return meaning.isUtc ? t('defaultNowUtc') : t('defaultNow');
      case 'new-id':
        return t('defaultNewId');
      case 'value':
      case 'expression':
        return meaning.text;
      case 'setting':
        return meaning.fallback === null
          ? t('defaultSetting', { setting: meaning.setting })
          : t('defaultSettingElse', { setting: meaning.setting, fallback: text(meaning.fallback) });
    }
  };
  return text;
}
