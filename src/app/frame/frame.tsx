import '../theme/frame-styles';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ExportOutlet } from '@/features/export/components/export-outlet';
import { NotificationsButton } from '@/features/snapshots/notices/notifications-button';
import { useSession } from '@/session/session-context';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { NewVersionNotice } from '@/shared/page-version/new-version-notice';
import { useProductTitle } from '@/shared/ui/product-title-context';
import { ProductMark } from '@/shared/ui/product-mark';
import { PaletteButton } from '../palette/palette-button';
import { AccountMenu } from './account-menu';
import { DemoControlsButton } from './demo-controls-button';
import { EnvironmentChip } from './environment-chip';
import classes from './frame.module.css';
import { OfflineChip } from './offline-chip';
import { useLockedPage } from './use-locked-page';

const CONTENT_ID = 'content';

// Seldom needed: not worth a byte of every screen.
const SignInAgainDialog = lazyPart(async () => ({
  Part: (await import('@/features/sign-in/components/sign-in-again-dialog')).SignInAgainDialog,
}));

/** Banner and navigation around the screens of a signed-in person. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('frame');
  const product = useProductTitle();
  useLeaveWhenSignedOut();
  const contentRef = useFocusOnNavigation();
  return (
    <div className={classes['frame']}>
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
          <Link to="/prices" className={classes['navigationLink']} activeOptions={{ exact: false }}>
            {t('priceColumns')}
          </Link>
          <Link to="/schema/item" className={classes['navigationLink']}>
            {t('itemSchema')}
          </Link>
          <Link to="/snapshots" className={classes['navigationLink']}>
            {t('snapshots')}
          </Link>
        </nav>
        <OfflineChip />
        <NewVersionNotice />
        <div className={classes['tools']}>
          <ExportOutlet />
          <PaletteButton />
          <NotificationsButton />
          <DemoControlsButton />
          <AccountMenu />
        </div>
      </header>
      <main id={CONTENT_ID} ref={contentRef} tabIndex={-1} className={classes['content']}>
        {children}
      </main>
      <SignInAgain />
    </div>
  );

  function focusContent(event: React.MouseEvent): void {
    // The fragment would become part of an address that people share.
    event.preventDefault();
    contentRef.current?.focus();
  }
}

/** Well within the shortest time after which a page can be locked, which is a minute. */
const PRELOAD_AFTER_MS = 20_000;

/** Stays once it was needed: a dialog that is taken away in place of closing does not give the focus back. */
function SignInAgain() {
  const session = useSession();
  const { status } = session;
  useLockedPage(session.status === 'ended' && session.endedBy !== 'service');
  const [wasNeeded, setWasNeeded] = useState(false);
  // A locked page shows nothing else, and its code may be out of reach by then. The first screens come before it.
  useEffect(() => {
    const timer = setTimeout(() => void SignInAgainDialog.preload(), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (status === 'ended' && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <SignInAgainDialog />;
}

/** Someone who signed out, here or in another tab, must not go on looking at the screens. */
function useLeaveWhenSignedOut(): void {
  const session = useSession();
  const navigate = useNavigate();
  const status = session.status;
  useEffect(() => {
    // Without the address: it holds a query, and the next to sign in may be somebody else.
    if (status === 'signed-out') void navigate({ to: '/sign-in', replace: true });
  }, [status, navigate]);
}

/** A screen reader starts reading at the new screen, and Tab goes on from there. */
function useFocusOnNavigation() {
  const contentRef = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const earlierPathname = useRef(pathname);
  useEffect(() => {
    if (earlierPathname.current !== undefined && earlierPathname.current !== pathname) {
      contentRef.current?.focus({ preventScroll: true });
    }
    earlierPathname.current = pathname;
  }, [pathname]);
  return contentRef;
}
