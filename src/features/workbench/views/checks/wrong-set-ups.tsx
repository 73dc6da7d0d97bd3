import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useSetupField } from '../../rows-read/fields/use-setup-field';
import classes from './checks.module.css';
import { ROLES_ID } from './roles-editor';
import type { ChecksRun } from './checks-state';

/** If a check has very many findings, explains the probable reason, and offers to go to the roles of the columns. */
export function WrongSetUps({ run }: { readonly run: Pick<ChecksRun, 'wrongSetUps' | 'nameOf'> }) {
  const t = useTranslations('checks.wrongSetUp');
  const { formatInteger } = useFormats();
  const toRoles = useSetupField(ROLES_ID);
  if (run.wrongSetUps.length === 0) return null;
  return (
    <Group role="group" aria-label={t('label')} gap="4px 12px" mt={6} align="center">
      <Text component="ul" size="sm" flex="1 1 320px" className={classes['wrongSetUps'] ?? ''}>
        {run.wrongSetUps.map(({ id, found, all }) => (
          <li key={id}>
            <IconAlertTriangle size={15} aria-hidden="true" />{' '}
            {t('text', { check: run.nameOf(id), found: formatInteger(found), all: formatInteger(all) })}
          </li>
        ))}
      </Text>
      <Button size="compact-sm" variant="default" onClick={toRoles}>
        {t('toRoles')}
      </Button>
    </Group>
  );
}
