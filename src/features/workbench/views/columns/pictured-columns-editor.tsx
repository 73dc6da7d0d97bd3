import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { MOST_OPTIONS } from '../../conditions/field-select';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { MOST_PROPOSED, picturedColumns, proposedColumns } from './pictured-columns';
import { useColumnsSetup } from './use-columns-setup';
import { textSearch } from '@/lib/base/search-terms';

/** From this number of columns on, there is a search field. Fewer columns are all in view. */
const SEARCHED_FROM = 13;

/** The **Pictured columns** group: a checkbox for each column decides whether it has a chart. */
export function PicturedColumnsEditor() {
  const t = useTranslations('columns');
  const { formatInteger } = useFormats();
  const { columns } = useRowsRead().table;
  const { rowFields: fields } = useWorkbenchScope();
  const { choice, setChoice } = useColumnsSetup();
  const [search, setSearch] = useState('');
  const pictured = new Set(picturedColumns(choice, columns, fields));
  const isFound = textSearch(search.trim());
  const found = columns.filter(({ name }) => isFound(name));
  const change = (name: string, isPictured: boolean) => {
    const next = columns.flatMap((column) =>
      (column.name === name ? isPictured : pictured.has(column.name)) ? [column.name] : [],
    );
    const proposed = proposedColumns(columns, fields);
    const isProposed =
      next.length === proposed.length && next.every((each, index) => each === proposed[index]);
    setChoice(isProposed ? null : next.length === columns.length ? 'all' : next);
  };
  return (
    <Stack role="group" aria-label={t('pictured.label')} gap={6}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text size="sm" fw={500}>
          {t('pictured.label')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('pictured.count', { shown: formatInteger(pictured.size), all: formatInteger(columns.length) })}
        </Text>
      </Group>
      <Group gap={4}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pictured.size === columns.length}
          onClick={() => setChoice(columns.length <= MOST_PROPOSED ? null : 'all')}
        >
          {t('pictured.all')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pictured.size === 0}
          onClick={() => setChoice([])}
        >
          {t('pictured.none')}
        </Button>
        {columns.length > MOST_PROPOSED && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={choice === null}
            onClick={() => setChoice(null)}
          >
            {t('pictured.proposed')}
          </Button>
        )}
      </Group>
      {columns.length >= SEARCHED_FROM && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('pictured.search')}
          placeholder={t('pictured.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.slice(0, MOST_OPTIONS).map(({ name }) => (
        <Checkbox
          key={name}
          size="xs"
          label={name}
          checked={pictured.has(name)}
          onChange={(event) => change(name, event.currentTarget.checked)}
        />
      ))}
      {found.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('pictured.notFound')}
        </Text>
      )}
      {found.length > MOST_OPTIONS && (
        <Text size="xs" c="dimmed">
          {t('pictured.more', { count: found.length - MOST_OPTIONS })}
        </Text>
      )}
    </Stack>
  );
}
