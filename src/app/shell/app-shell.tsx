import '../theme/shell-styles';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ExportOutlet } from '@/features/export/components/export-outlet';
import { usePriceColumnNames } from '@/features/price-columns/api/price-columns.queries';
import { useNotices } from '@/features/snapshots/notices/notices-context';
import { NotificationsButton } from '@/features/snapshots/notices/notifications-button';
import { useSession } from '@/session/session-context';
import { lazyPart } from '@/ui/components/lazy-part';
import { NewVersionNotice } from '@/ui/page-version/new-version-notice';
import { OfflineChip } from '@/ui/components/offline-chip';
import { useProductTitle } from '@/ui/components/page-title';
import { ProductMark } from '@/ui/components/product-mark';
import { PaletteButton } from '../palette/palette-button';
import { HelpProvider } from '../help/help-provider';
import { AccountMenu } from './account-menu';
import { OVERLAYS_ID } from '../theme/theme';
import { DemoControlsButton } from './demo-controls-button';
import { EnvironmentChip } from './environment-chip';
import classes from './app-shell.module.css';
import { MAIN_SCREENS } from './main-screens';
import { OwnDescriptionNotice } from './own-description-notice';
import { useOfflineConsole } from './use-offline-console';
import { useSweptCopies } from './use-swept-copies';
import { useLockedPage } from './use-locked-page';

const CONTENT_ID = 'content';

const SignInAgainDialog = lazyPart(async () => ({
  Part: (await import('@/features/sign-in/components/sign-in-again-dialog')).SignInAgainDialog,
}));

/** The banner with navigation and tools, around the screens of a session. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('shell');
  const product = useProductTitle();
  useLeaveWhenSignedOut();
  useSweptCopies();
  useOfflineConsole();
  const contentRef = useFocusOnNavigation();
  const session = useSession();
  const isServiceAway = session.status === 'signed-in' && session.connection === 'offline';
  return (
    <HelpProvider>
      <div className={classes['shell']}>
        <a className={classes['skipLink']} href={`#${CONTENT_ID}`} onClick={focusContent}>
          {t('skipToContent')}
        </a>
        <header className={classes['banner']}>
          <Link to="/prices" className={classes['product']}>
            <ProductMark />
            <span className={classes['productName']}>{product}</span>
          </Link>
          <EnvironmentChip />
          <nav className={classes['navigation']} aria-label={t('main')}>
            {MAIN_SCREENS.map(({ to, name }) => (
              <Link key={to} to={to} className={classes['navigationLink']} activeOptions={{ exact: false }}>
                {t(name)}
              </Link>
            ))}
          </nav>
          <OfflineChip text={t('offlineText')} isServiceAway={isServiceAway} />
          <NewVersionNotice />
          <div className={classes['tools']}>
            <ExportOutlet />
            <PaletteButton />
            <Notifications />
            <DemoControlsButton />
            <AccountMenu />
          </div>
          <OwnDescriptionNotice />
        </header>
        <main id={CONTENT_ID} ref={contentRef} tabIndex={-1} className={classes['content']}>
          {children}
          <div id={OVERLAYS_ID} />
        </main>
        <SignInAgain />
      </div>
    </HelpProvider>
  );

  function focusContent(event: React.MouseEvent): void {
    // Prevents the link's default action, which would add a fragment to an address that users share.
    event.preventDefault();
    contentRef.current?.focus();
  }
}

/** The notifications button. The display names of price columns are requested only if there are notifications. */
function Notifications() {
  const { notices } = useNotices();
  const displayNameOf = usePriceColumnNames({ isNeeded: notices.length > 0 });
  return <NotificationsButton displayNameOf={displayNameOf} />;
}

/** When to load the dialog's code: well before a page can be locked, which happens after a minute at the earliest. */
const PRELOAD_AFTER_MS = 20_000;

/** Renders the dialog for a new sign-in once it is needed. It stays mounted, because only a dialog that closes returns the focus. */
function SignInAgain() {
  const session = useSession();
  const { status } = session;
  useLockedPage(session.status === 'ended' && session.endedBy !== 'service');
  const [wasNeeded, setWasNeeded] = useState(false);
  // Loads the code of the dialog in advance, because a locked page needs it even if the network is lost.
  useEffect(() => {
    const left = new AbortController();
    const preload = () => void SignInAgainDialog.preload();
    const timer = setTimeout(() => {
      if (navigator.onLine) preload();
      else window.addEventListener('online', preload, { once: true, signal: left.signal });
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, []);
  if (status === 'ended' && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <SignInAgainDialog />;
}

function useLeaveWhenSignedOut(): void {
  const session = useSession();
  const navigate = useNavigate();
  const status = session.status;
  useEffect(() => {
    // Does not pass on the current address, because it may contain a query, and another account may sign in next.
    if (status === 'signed-out') void navigate({ to: '/sign-in', replace: true });
  }, [status, navigate]);
}

/** The keys with which a user moves on. Other keys, such as the one that silences a screen reader, do not count. */
const FOCUSING_KEYS = ['Tab', 'Enter', ' '];

/** Moves the focus to a new screen, unless the user has moved it meanwhile, for example into a menu, which would close. */
function useFocusOnNavigation() {
  const contentRef = useRef<HTMLElement>(null);
  const asked = useRouterState({ select: (state) => state.location.pathname });
  const shown = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shownBefore = useRef(shown);
  const focusedBefore = useRef<Element>(null);
  const hasGoneOn = useRef(false);
  useEffect(() => {
    focusedBefore.current = document.activeElement;
    hasGoneOn.current = false;
  }, [asked]);
  useEffect(() => {
    const goOn = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || FOCUSING_KEYS.includes(event.key)) hasGoneOn.current = true;
    };
    document.addEventListener('pointerdown', goOn, true);
    document.addEventListener('keydown', goOn, true);
    return () => {
      document.removeEventListener('pointerdown', goOn, true);
      document.removeEventListener('keydown', goOn, true);
    };
  }, []);
  useEffect(() => {
    const focused = document.activeElement;
    const isElsewhere = hasGoneOn.current && focused !== focusedBefore.current && focused !== document.body;
    if (shownBefore.current !== undefined && shownBefore.current !== shown && !isElsewhere) {
      contentRef.current?.focus({ preventScroll: true });
    }
    shownBefore.current = shown;
  }, [shown]);
  return contentRef;
}
