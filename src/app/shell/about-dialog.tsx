import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buildIdentity } from '@/ui/config/build-identity';
import { useFormats } from '@/ui/formats/format-settings-context';
import { CopyDiagnosticsButton } from '@/ui/components/copy-diagnostics-button';
import { Dialog } from '@/ui/components/dialog';
import classes from './about-dialog.module.css';

/** The **About** dialog. It shows the build of this page, and a button that copies diagnostics. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('about');
  const tCheck = useTranslations('serviceCheck');
  const formats = useFormats();
  const build = buildIdentity;
  return (
    <Dialog title={t('title')} size="md" onClose={onClose}>
      <dl className={classes['facts']}>
        <dt>{t('version')}</dt>
        <dd>{build?.version ?? t('development')}</dd>
        {build !== null && (
          <>
            <dt>{t('build')}</dt>
            <dd>
              <code>{build.id}</code>
            </dd>
            <dt>{t('commit')}</dt>
            <dd>
              <code>{build.commit?.slice(0, 12) ?? t('unknown')}</code>
              {build.hasChanges && <span> {t('changed')}</span>}
            </dd>
            <dt>{t('date')}</dt>
            <dd>
              {build.committedAtMs === null ? t('unknown') : formats.formatDateTime(build.committedAtMs)}
            </dd>
          </>
        )}
      </dl>
      <Title order={3} size="md" mb={4}>
        {t('diagnostics')}
      </Title>
      <Text c="dimmed" mb={12}>
        {t('diagnosticsText')}
      </Text>
      <Group gap={12}>
        <CopyDiagnosticsButton />
        <Button variant="default" size="sm" component={Link} to="/service" onClick={() => onClose()}>
          {tCheck('open')}
        </Button>
      </Group>
    </Dialog>
  );
}
