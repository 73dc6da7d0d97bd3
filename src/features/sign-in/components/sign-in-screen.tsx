import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession, useSessionActions } from '@/session/session-context';
import { isLoopback } from '@/session/machine/service-address';
import type { SignInRequest } from '@/session/sign-in';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { lazyPart } from '@/ui/components/lazy-part';
import { NewVersionNotice } from '@/ui/page-version/new-version-notice';
import { OfflineChip } from '@/ui/components/offline-chip';
import { ProductMark } from '@/ui/components/product-mark';
import { usePageTitle, useProductTitle } from '@/ui/components/page-title';
import { useSignInAttempt, type SignInProblem } from '../use-sign-in-attempt';
import { DemoAccounts } from './demo-accounts';
import { SignInAlert } from './sign-in-alert';
import { SignInForm } from './sign-in-form';
import classes from './sign-in-screen.module.css';

const ConnectionCheck = lazyPart(async () => {
  const [{ ConnectionCheck: Part }] = await Promise.all([
    import('./connection-check'),
    // The check itself is loaded together with its panel, so that only one loading failure has to be handled.
    import('@/session/connection-check'),
  ]);
  return { Part };
}, 'inline');

const ArrivalNotice = lazyPart(
  async () => ({ Part: (await import('./arrival-notice')).ArrivalNotice }),
  'inline',
);

/** Because of this constant, production builds do not contain the code of the demo accounts. */
const HAS_DEMO = import.meta.env.MODE !== 'production';

export interface SignInScreenProps {
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
  /** Whether **Check service** opens after the sign-in. */
  readonly opensServiceCheck: boolean;
  readonly onCheckService: () => void;
}

/** The sign-in screen, for user name and password, an API key, or a demo account. */
export function SignInScreen({ config, demo, opensServiceCheck, onCheckService }: SignInScreenProps) {
  const t = useTranslations('signIn');
  const product = useProductTitle();
  usePageTitle(t('title'));
  const { signIn } = useSessionActions();
  const attempt = useSignInAttempt<SignInRequest>(signIn, ({ serviceAddress }) => serviceAddress);
  const { problem } = attempt;
  const [check, setCheck] = useState<{ serviceAddress: string; number: number } | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const session = useSession();
  const reason = session.status === 'signed-out' ? session.reason : null;
  const hasLeft = reason !== null;
  useEffect(() => {
    // The focused element was removed with the previous screen, so the title receives the focus.
    if (hasLeft) headingRef.current?.focus();
  }, [hasLeft]);

  function checkConnection(serviceAddress: string): void {
    setCheck((earlier) => ({ serviceAddress, number: (earlier?.number ?? 0) + 1 }));
  }

  async function signInToDemo(kit: DemoKit, userName: string, password: string): Promise<void> {
    await attempt.submit({
      method: 'password',
      serviceAddress: kit.serviceAddress,
      clientId: config.clientId,
      userName,
      password,
      keepSignedIn: false,
    });
  }

  const whatWaits =
    config.keptCopies === 'never' ? t('offlineNeeds') : `${t('offlineNeeds')} ${t('offlineCopies')}`;

  return (
    <main className={classes['page']}>
      <div className={classes['column']}>
        <p className={classes['brand']}>
          <ProductMark size={28} />
          <span className={classes['name']}>{product}</span>
        </p>
        <div className={classes['ways']}>
          <section className={classes['card']} aria-labelledby="sign-in-title">
            <h1 ref={headingRef} id="sign-in-title" tabIndex={-1} className={classes['title']}>
              {t('title')}
            </h1>
            {problem === null && reason !== null && reason !== 'signed-out' && (
              <ArrivalNotice reason={reason} />
            )}
            {problem !== null && (
              <SignInAlert
                problem={problem}
                onWaited={attempt.clearProblem}
                hint={isAboutConnection(problem) ? t('checkConnectionHint') : null}
              />
            )}
            <SignInForm
              defaultAddress={config.serviceAddress ?? demo?.serviceAddress ?? ''}
              isAddressFixed={config.serviceAddressFixed}
              defaultClientId={config.clientId}
              isKeptReadable={config.installationSecret === undefined && isOnLoopback()}
              attempt={attempt}
              onCheckConnection={checkConnection}
              opensServiceCheck={opensServiceCheck}
              onCheckService={onCheckService}
              connectionCheck={
                check !== null && (
                  <ConnectionCheck
                    key={check.number}
                    serviceAddress={check.serviceAddress}
                    onClose={() => {
                      setCheck(null);
                    }}
                  />
                )
              }
            />
          </section>
          {HAS_DEMO && demo !== null && (
            <DemoAccounts
              accounts={demo.accounts}
              isBusy={attempt.isBusy}
              onChoose={({ userName, password }) => {
                void signInToDemo(demo, userName, password);
              }}
            />
          )}
        </div>
        <p className={classes['tagline']}>{t('tagline')}</p>
      </div>
      <div className={classes['notice']}>
        {/* The demo's service runs in the page, so it needs no network. */}
        <OfflineChip text={demo === null ? whatWaits : ''} />
        <NewVersionNotice />
      </div>
    </main>
  );
}

/** Whether the page comes from this computer. There, any program that uses this port later has the same origin. */
function isOnLoopback(): boolean {
  return location.protocol === 'http:' && isLoopback(location.hostname);
}

function isAboutConnection(problem: SignInProblem): boolean {
  if (problem.kind === 'input') return false;
  const { kind } = problem.failure;
  return kind === 'unreachable' || kind === 'timed-out' || kind === 'malformed' || kind === 'rejected';
}
