import { Button, Checkbox, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { parseServiceAddress, type ServiceAddressRepair } from '@/session/machine/service-address';
import { useSessionLimits } from '@/session/session-context';
import { useDurationText } from '@/ui/components/use-duration-text';
import type { SignInMethod } from '../sign-in-values';
import { isWaitAskedFor } from '../use-sign-in-attempt';
import { useSignInForm, type SignInFormInput } from '../use-sign-in-form';
import { PasswordField } from './password-field';
import classes from './sign-in-form.module.css';

export interface SignInFormProps extends SignInFormInput {
  /** Whether other programs on this computer could read a stored session. */
  readonly isKeptReadable: boolean;
  readonly connectionCheck: ReactNode;
  /** Whether **Check service** opens after the sign-in. */
  readonly opensServiceCheck: boolean;
  readonly onCheckService: () => void;
}

/** The form for both sign-in methods. Submitting it clears only the password field. */
export function SignInForm(props: SignInFormProps) {
  const { isAddressFixed, isKeptReadable, attempt } = props;
  const t = useTranslations('signIn');
  const limits = useSessionLimits();
  const durationText = useDurationText();
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const form = useSignInForm(props);
  const { register, messageOf } = form;
  const isAdvancedShown = isAdvancedOpen || form.isClientIdWrong;

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <Tabs value={form.method} onChange={form.chooseMethod} keepMounted={false}>
        <Tabs.List aria-label={t('method')} grow>
          {METHODS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {METHODS.map(({ value }) => (
          // The panel has the title as its name, and not the tab "Password", because the password field has that name, too.
          <Tabs.Panel key={value} value={value} aria-labelledby="sign-in-title" className={classes['fields']}>
            <div className={classes['address']}>
              <TextInput
                label={t('serviceAddress')}
                required={!isAddressFixed}
                type="url"
                inputMode="url"
                autoComplete="url"
                spellCheck={false}
                readOnly={isAddressFixed}
                description={isAddressFixed ? t('serviceAddressFixed') : undefined}
                error={messageOf('serviceAddress')}
                {...form.registerAddress()}
              />
              <AddressNote typed={form.typedAddress} />
              <div className={classes['links']}>
                <UnstyledButton className={classes['link']} onClick={form.checkConnection}>
                  {t('checkConnection')}
                </UnstyledButton>
                <UnstyledButton className={classes['link']} onClick={props.onCheckService}>
                  {t('checkService')}
                </UnstyledButton>
              </div>
              <p role="status" className={classes['note']}>
                {props.opensServiceCheck && t('checkServiceNext')}
              </p>
              {props.connectionCheck}
            </div>
            <TextInput
              label={t('userName')}
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              error={messageOf('userName')}
              {...register('userName')}
            />
            <PasswordField label={t('password')} error={messageOf('password')} {...register('password')} />
            <Checkbox
              label={t('keepSignedIn')}
              description={
                <>
                  {t('keepSignedInText', { duration: durationText(limits.maxAgeMs) })}
                  {isKeptReadable && (
                    <span className={classes['warning']}>{t('keepSignedInReadableText')}</span>
                  )}
                </>
              }
              size="sm"
              {...register('keepSignedIn')}
            />
            {value === 'password' && (
              <Advanced
                isOpen={isAdvancedShown}
                onToggle={() => {
                  setAdvancedOpen(!isAdvancedShown);
                }}
              >
                <TextInput
                  label={t('clientId')}
                  required
                  autoComplete="off"
                  spellCheck={false}
                  error={messageOf('clientId')}
                  {...register('clientId')}
                />
              </Advanced>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes['actions']}>
        <Button
          type="submit"
          fullWidth
          loading={attempt.isBusy}
          disabled={isWaitAskedFor(attempt.problem)}
          aria-label={attempt.isBusy ? t('submitting') : undefined}
        >
          {t('submit')}
        </Button>
        {attempt.isBusy && (
          <Button variant="default" onClick={attempt.cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface AdvancedProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The fields that are hidden while this part is closed. */
  readonly children: ReactNode;
}

function Advanced({ isOpen, onToggle, children }: AdvancedProps) {
  const t = useTranslations('signIn');
  const id = useId();
  return (
    <div>
      <UnstyledButton
        className={classes['disclosure']}
        aria-expanded={isOpen}
        aria-controls={`${id}-advanced`}
        onClick={onToggle}
      >
        <IconChevronRight size={14} aria-hidden="true" />
        {t('advanced')}
      </UnstyledButton>
      <div id={`${id}-advanced`} hidden={!isOpen} className={classes['advanced']}>
        {children}
      </div>
    </div>
  );
}

const METHODS = [
  { value: 'password', label: 'password' },
  { value: 'api-key', label: 'apiKey' },
] as const satisfies readonly { value: SignInMethod; label: string }[];

/** Shows how a typed service address was corrected. `typed` is null if it was not corrected. */
function AddressNote({ typed }: { readonly typed: string | null }) {
  const t = useTranslations('signIn');
  const locale = useLocale();
  const parsed = typed === null ? null : parseServiceAddress(typed);
  const repairs = parsed?.ok === true ? parsed.repairs : [];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (
    <p role="status" className={classes['note']}>
      {repairs.length > 0 &&
        t('addressRepaired', { repairs: list.format(repairs.map((repair) => t(REPAIRS[repair]))) })}
    </p>
  );
}

const REPAIRS = {
  'scheme-added': 'repairSchemeAdded',
  'path-added': 'repairPathAdded',
  'endpoint-cut': 'repairEndpointCut',
  'query-cut': 'repairQueryCut',
  'slash-cut': 'repairSlashCut',
} as const satisfies Record<ServiceAddressRepair, string>;
