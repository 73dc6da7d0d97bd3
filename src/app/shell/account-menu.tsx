import { Button, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconChevronDown,
  IconHelp,
  IconInfoCircle,
  IconLanguage,
  IconLicense,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useServiceClient, useSession, useSessionActions, useSessionLimits } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { extractionRight } from '@/session/rights/rights';
import { rightText } from '@/session/rights/right-text';
import type { SessionState } from '@/session/machine/session-state';
import { withBasePath } from '@/ui/config/base-path';
import { buildIdentity } from '@/ui/config/build-identity';
import { useFormats } from '@/ui/formats/format-settings-context';
import { lazyPart } from '@/ui/components/lazy-part';
import { useDurationText } from '@/ui/components/use-duration-text';
import { HelpContext } from '../help/help-context';
import classes from './account-menu.module.css';
import { nameOrder } from '@/lib/formats/name-order';

type SomebodysSession = Extract<SessionState, { status: 'signed-in' | 'ended' }>;

/** The id of the summary, which is the description of the menu because screen readers announce only the items of a menu. */
const SUMMARY_ID = 'account-summary';

const FormatsDialog = lazyPart(async () => ({ Part: (await import('./formats-dialog')).FormatsDialog }));
const AboutDialog = lazyPart(async () => ({
  Part: (await import('./about-dialog')).AboutDialog,
}));
const SignOutDialog = lazyPart(async () => ({
  Part: (await import('./sign-out-dialog')).SignOutDialog,
}));

/** The menu with the account's summary, language and formats, appearance, Help, About, and sign-out. */
export function AccountMenu() {
  const t = useTranslations('shell');
  const session = useSession();
  const { signOut } = useSessionActions();
  // Without `keepTransitions`, Mantine would add a <style> element, which the page's content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const own = useOwnRecords();
  const keptCopies = useCopiesAtSignOut();
  const [isForgetting, setForgetting] = useState(false);
  const [asked, setAsked] = useState<readonly KeptCopy[] | null>(null);
  const [isFormatsOpen, setFormatsOpen] = useState(false);
  const [isAboutOpen, setAboutOpen] = useState(false);
  const openHelp = use(HelpContext);
  if (!('account' in session)) return null;

  async function onSignOut(): Promise<void> {
    const { account, storage } = own;
    const { mode, readCopies } = keptCopies;
    const copies = mode === 'allowed' && !isForgetting ? await readCopies() : [];
    if (copies.length > 0) return setAsked(copies);
    const deletesCopies = isForgetting || mode !== 'allowed';
    await signOut(
      deletesCopies
        ? async () => {
            await deleteCopies();
            if (isForgetting) await storage.forget(account);
          }
        : undefined,
    );
  }

  async function deleteCopies(): Promise<void> {
    const { deleteAllCopies } = await import('@/rows/kept-copies/keep-copy');
    await deleteAllCopies(own);
  }

  return (
    <>
      <Menu
        position="bottom-end"
        width={300}
        keepMounted={false}
        // Resets the checkbox, because the user has closed the menu without signing out.
        onClose={() => {
          setForgetting(false);
        }}
      >
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconUserCircle size={18} />}
            rightSection={<IconChevronDown size={14} />}
          >
            <VisuallyHidden>{t('account')}</VisuallyHidden>{' '}
            <span className={classes['name']} data-tool-label>
              {session.account.displayName}
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
          {/* The group needs an element here, because Mantine's RadioGroup renders none. */}
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
            leftSection={<IconHelp size={16} />}
            rightSection={<kbd aria-hidden="true">?</kbd>}
            onClick={openHelp}
          >
            {t('help')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconInfoCircle size={16} />}
            onClick={() => {
              setAboutOpen(true);
            }}
          >
            {t('about')}
          </Menu.Item>
          {buildIdentity !== null && (
            <Menu.Item
              component="a"
              href={withBasePath('/licenses.txt')}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconLicense size={16} />}
            >
              {t('licences')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.CheckboxItem checked={isForgetting} onChange={setForgetting} closeMenuOnClick={false}>
            {t('forgetRecords')}
          </Menu.CheckboxItem>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              void onSignOut();
            }}
          >
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked !== null && (
        <SignOutDialog
          copies={asked}
          userName={session.account.displayName}
          onKeep={() => {
            void signOut();
          }}
          onDelete={() => {
            void signOut(deleteCopies);
          }}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
      {isAboutOpen && (
        <AboutDialog
          onClose={() => {
            setAboutOpen(false);
          }}
        />
      )}
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

/** Returns the setting for kept copies (rows saved in the browser) at sign-out, and a function that reads the copies. */
function useCopiesAtSignOut() {
  const own = useOwnRecords();
  const mode = useKeptCopiesMode();
  const queryClient = useQueryClient();
  // Reads the list in advance, so that signing out needs no wait if there are no copies.
  useQuery({ ...keptCopiesQuery(own), enabled: mode === 'allowed' && own.account.userName !== '' });
  const readCopies = async (): Promise<readonly KeptCopy[]> => {
    try {
      return await queryClient.fetchQuery({ ...keptCopiesQuery(own), staleTime: Infinity });
    } catch {
      // Copies that cannot be listed now stay encrypted in the browser's storage.
      return [];
    }
  };
  return { mode, readCopies };
}

function AccountSummary({ session }: { readonly session: SomebodysSession }) {
  const { account, rights } = session;
  const tRights = useTranslations('rights');
  const extraction = extractionRight(useServiceClient().dialect);
  const compare = nameOrder(useLocale());
  const t = useTranslations('shell');
  const formats = useFormats();
  const limits = useSessionLimits();
  const durationText = useDurationText();
  return (
    <div id={SUMMARY_ID} className={classes['summary']}>
      <p className={classes['user']}>{account.displayName}</p>
      <p className={classes['service']}>{account.service}</p>
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
              .map((id) => ({ id, text: rightText(tRights, id, extraction) }))
              .toSorted((a, b) => compare(a.text, b.text))
              .map(({ id, text }) => (
                <li key={id} role="none">
                  <span title={id}>{text}</span>
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
    if (account.method === 'api-key') return t('apiKeySession');
    if (session.status === 'signed-in' && session.renewsAtMs !== null) {
      return t('renewsAt', { time: formats.formatTime(session.renewsAtMs) });
    }
    const isTrying = session.status === 'signed-in' && session.connection === 'offline';
    return isTrying ? t('renewsLater') : t('renewsSoon');
  }
}
