import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession, useSessionActions } from '@/session/session-context';
import type { SessionIdentity, SessionState } from '@/session/session-state';
import type { Rights } from '@/session/rights';
import { useFormats } from '@/shared/formats/format-settings-context';
import classes from './account-menu.module.css';

const FormatsDialog = lazy(async () => ({ default: (await import('./formats-dialog')).FormatsDialog }));

const SUMMARY_ID = 'account-summary';

/** Who is signed in, where, with which rights; language, formats, appearance; and the way out. */
export function AccountMenu() {
  const t = useTranslations('frame');
  const session = useSession();
  const { signOut } = useSessionActions();
  // The transitions off would be done by a <style> element, which the page's policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [isFormatsOpen, setFormatsOpen] = useState(false);
  if (!('identity' in session)) return null;

  return (
    <>
      {/* Without Mantine's placeholder for the focus: a menu may hold nothing but items. */}
      <Menu position="bottom-end" width={300} keepMounted={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('account')}
            leftSection={<IconUserCircle size={18} />}
            rightSection={<IconChevronDown size={14} />}
          >
            <span className={classes['name']}>{session.identity.displayName}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-describedby={SUMMARY_ID}>
          <AccountSummary session={session} identity={session.identity} rights={session.rights} />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLanguage size={16} />}
            onClick={() => {
              setFormatsOpen(true);
            }}
          >
            {t('languageAndFormats')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label id="appearance-label">{t('appearance')}</Menu.Label>
          <div role="group" aria-labelledby="appearance-label">
            <Menu.RadioGroup
              value={colorScheme}
              onChange={(value) => {
                if (value === 'light' || value === 'dark' || value === 'auto') setColorScheme(value);
              }}
            >
              <Menu.RadioItem value="light">{t('light')}</Menu.RadioItem>
              <Menu.RadioItem value="dark">{t('dark')}</Menu.RadioItem>
              <Menu.RadioItem value="auto">{t('system')}</Menu.RadioItem>
            </Menu.RadioGroup>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              void signOut();
            }}
          >
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isFormatsOpen && (
        <Suspense>
          <FormatsDialog
            onClose={() => {
              setFormatsOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Read out as the menu's description: what is no item of it cannot be reached in it. */
function AccountSummary({
  session,
  identity,
  rights,
}: {
  readonly session: SessionState;
  readonly identity: SessionIdentity;
  readonly rights: Rights;
}) {
  const t = useTranslations('frame');
  const formats = useFormats();
  const renewsAtMs = session.status === 'signed-in' ? session.renewsAtMs : null;
  return (
    <div id={SUMMARY_ID} className={classes['summary']}>
      <p className={classes['user']}>{identity.displayName}</p>
      <p className={classes['service']}>{identity.serviceAddress}</p>
      {rights.kind === 'unknown' ? (
        <>
          <p className={classes['heading']}>{t('rightsUnknown')}</p>
          <p className={classes['note']}>{t('rightsUnknownText')}</p>
        </>
      ) : (
        <>
          <p className={classes['heading']}>{t('rightsHeld')}</p>
          <ul role="none" className={classes['rights']}>
            {[...rights.ids]
              .toSorted((a, b) => a.localeCompare(b, 'en'))
              .map((id) => (
                <li key={id} role="none">
                  <code>{id}</code>
                </li>
              ))}
            {rights.ids.size === 0 && <li role="none">{t('noRights')}</li>}
          </ul>
        </>
      )}
      {identity.method === 'api-key' && <p className={classes['note']}>{t('apiKeySession')}</p>}
      {renewsAtMs !== null && (
        <p className={classes['note']}>{t('renewsAt', { time: formats.formatTime(renewsAtMs) })}</p>
      )}
    </div>
  );
}
