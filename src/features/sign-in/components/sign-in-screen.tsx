import type { DemoKit } from '@/shared/config/demo-kit';
import type { RuntimeConfig } from '@/shared/config/runtime-config';
import { ProductMark } from '@/shared/ui/product-mark';
import { useProductTitle } from '@/shared/ui/product-title-context';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { useTranslations } from 'use-intl';
import { useSession } from '@/session/session-context';
import { useSignIn } from '../use-sign-in';
import { DemoAccounts } from './demo-accounts';
import { SignInAlert, SignInNotice } from './sign-in-alert';
import { SignInForm } from './sign-in-form';
import classes from './sign-in-screen.module.css';

export interface SignInScreenProps {
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
  readonly onSignedIn: () => void;
}

/** The way in: with user name and password, with an API key, or with one press on a demo account. */
export function SignInScreen({ config, demo, onSignedIn }: SignInScreenProps) {
  const t = useTranslations('signIn');
  const product = useProductTitle();
  const session = useSession();
  usePageTitle(t('title'));
  const signIn = useSignIn(onSignedIn);
  const hasEnded = session.status === 'signed-out' && session.reason === 'ended-elsewhere';
  return (
    <main className={classes['page']}>
      <div className={classes['column']}>
        <p className={classes['brand']}>
          <ProductMark size={28} />
          <span className={classes['name']}>{product}</span>
        </p>
        <section className={classes['card']} aria-labelledby="sign-in-title">
          <h1 id="sign-in-title" className={classes['title']}>
            {t('title')}
          </h1>
          {hasEnded && signIn.problem === null && (
            <SignInNotice title={t('endedTitle')} text={t('endedText')} />
          )}
          {signIn.problem !== null && <SignInAlert problem={signIn.problem} onWaited={signIn.clearProblem} />}
          <SignInForm
            defaultAddress={config.serviceAddress ?? demo?.serviceAddress ?? ''}
            isAddressFixed={config.serviceAddressFixed}
            defaultClientId={config.clientId}
            signIn={signIn}
          />
        </section>
        {demo !== null && (
          <DemoAccounts
            accounts={demo.accounts}
            isBusy={signIn.isBusy}
            onChoose={(account) => {
              void signIn.submit({
                method: 'password',
                serviceAddress: demo.serviceAddress,
                clientId: config.clientId,
                userName: account.userName,
                password: account.password,
                keepSignedIn: false,
              });
            }}
          />
        )}
        <p className={classes['tagline']}>{t('tagline')}</p>
      </div>
    </main>
  );
}
