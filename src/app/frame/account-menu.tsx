import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession, useSessionActions, useSessionLimits } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import type { SessionState } from '@/session/session-state';
import { useFormats } from '@/shared/formats/format-settings-context';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { useDurationText } from '@/shared/ui/use-duration-text';
import classes from './account-menu.module.css';

type SomebodysSession = Extract<SessionState, { status: 'signed-in' | 'ended' }>;

/** Who walks the menu by keys hears its items alone; so the menu is described by the rest. */
const SUMMARY_ID = 'account-summary';

const FormatsDialog = lazyPart(async () => ({ Part: (await import('./formats-dialog')).FormatsDialog }));

/** Who is signed in, where, with which rights; language, formats, appearance; and the way out. */
export function AccountMenu() {
  const t = useTranslations('frame');
  const session = useSession();
  const { signOut } = useSessionActions();
  // The transitions off would be done by a <style> element, which the page's policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const own = useOwnRecords();
  const [isForgetting, setForgetting] = useState(false);
  const [isFormatsOpen, setFormatsOpen] = useState(false);
  if (!('identity' in session)) return null;

  return (
    <>
      {/* Its placeholder for the first focus is no child that a menu may have. */}
      <Menu
        position="bottom-end"
        width={300}
        keepMounted={false}
        withInitialFocusPlaceholder={false}
        // What was chosen and not done is not waiting there the next time.
        onClose={() => {
          setForgetting(false);
        }}
      >
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('account')}
            leftSection={<IconUserCircle size={18} />}
            rightSection={<IconChevronDown size={14} />}
          >
            <span className={classes['name']} data-tool-label>
              {session.identity.displayName}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-describedby={SUMMARY_ID}>
          <AccountSummary session={session} />
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
          {/* Mantine's group of radio items is no element of its own. */}
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
          <Menu.CheckboxItem checked={isForgetting} onChange={setForgetting} closeMenuOnClick={false}>
            {t('forgetRecords')}
          </Menu.CheckboxItem>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              const { owner, storage } = own;
              void signOut(isForgetting ? () => storage.forget(owner) : undefined);
            }}
          >
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isFormatsOpen && (
        <FormatsDialog
          onClose={() => {
            setFormatsOpen(false);
          }}
        />
      )}
    </>
  );
}

function AccountSummary({ session }: { readonly session: SomebodysSession }) {
  const { identity, rights } = session;
  const t = useTranslations('frame');
  const formats = useFormats();
  const limits = useSessionLimits();
  const durationText = useDurationText();
  return (
    <div id={SUMMARY_ID} className={classes['summary']}>
      <p className={classes['user']}>{identity.displayName}</p>
      <p className={classes['service']}>{identity.service}</p>
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
      <div className={classes['life']}>
        <p className={classes['note']}>{renewalText()}</p>
        <p className={classes['note']}>
          {session.isKept
            ? t('sessionKept', { duration: durationText(limits.maxAgeMs) })
            : t('sessionOfTabs')}
        </p>
      </div>
    </div>
  );

  function renewalText(): string {
    if (identity.method === 'api-key') return t('apiKeySession');
    if (session.status === 'signed-in' && session.renewsAtMs !== null) {
      return t('renewsAt', { time: formats.formatTime(session.renewsAtMs) });
    }
    const isTrying = session.status === 'signed-in' && session.connection === 'offline';
    return isTrying ? t('renewsLater') : t('renewsSoon');
  }
}
