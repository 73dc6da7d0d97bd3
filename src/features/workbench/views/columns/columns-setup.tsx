import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { PicturedColumnsEditor } from './pictured-columns-editor';
import { LAYOUTS, useColumnsSetup } from './use-columns-setup';

/** The set-up of the view: chooses between table and charts, the columns with charts, and the range of histograms. */
export function ColumnsSetup() {
  const t = useTranslations('columns');
  const { layout, isWhole, setLayout, setWhole } = useColumnsSetup();
  return (
    <Stack role="group" aria-label={t('setup.label')} gap="md">
      <div>
        <Text size="sm" fw={500} mb={4} aria-hidden="true">
          {t('setup.layout')}
        </Text>
        <Group role="group" aria-label={t('setup.layout')} gap={4}>
          {LAYOUTS.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === layout ? 'filled' : 'default'}
              aria-pressed={each === layout}
              onClick={() => setLayout(each)}
            >
              {t(`setup.${each}`)}
            </Button>
          ))}
        </Group>
      </div>
      <Checkbox
        role="switch"
        aria-checked={isWhole}
        size="xs"
        label={t('setup.wholeRange')}
        description={t('setup.wholeRangeHint')}
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      {layout === 'pictures' && <PicturedColumnsEditor />}
    </Stack>
  );
}
