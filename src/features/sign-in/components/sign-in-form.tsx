import { Button, Checkbox, PasswordInput, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { parseServiceAddress, type ServiceAddressProblem } from '@/session/service-address';
import { signInSchema, type SignInMethod, type SignInValues } from '../sign-in-values';
import type { SignIn } from '../use-sign-in';
import classes from './sign-in-form.module.css';

export interface SignInFormProps {
  readonly defaultAddress: string;
  readonly isAddressFixed: boolean;
  readonly defaultClientId: string;
  readonly signIn: SignIn;
}

/** The form of both sign-in methods. The password leaves its field with the submit; everything else stays. */
export function SignInForm({ defaultAddress, isAddressFixed, defaultClientId, signIn }: SignInFormProps) {
  const t = useTranslations('signIn');
  const id = useId();
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const [repairedAddress, setRepairedAddress] = useState<string | null>(null);
  const form = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: {
      method: 'password',
      serviceAddress: defaultAddress,
      userName: '',
      password: '',
      clientId: defaultClientId,
      keepSignedIn: false,
    },
  });
  const { register, setError, setFocus, setValue } = form;
  const { errors } = form.formState;
  const method = useWatch({ control: form.control, name: 'method' });
  const isWaiting = signIn.problem?.kind === 'service' && signIn.problem.failure.kind === 'throttled';

  // A wrong field may be hidden under Advanced; it must be seen to be put right.
  const isAdvancedShown = isAdvancedOpen || errors.clientId !== undefined;

  /** The checked address, written back into the field where it had to be repaired; null when it cannot be used. */
  function checkedAddress(typed: string): string | null {
    const result = parseServiceAddress(typed);
    if (!result.ok) {
      setRepairedAddress(null);
      signIn.report({ kind: 'input', problem: result.problem });
      setError('serviceAddress', { message: ADDRESS_PROBLEMS[result.problem] });
      return null;
    }
    if (result.repairs.length > 0 && result.address !== typed) {
      setValue('serviceAddress', result.address);
      setRepairedAddress(result.address);
    }
    return result.address;
  }

  async function submit(values: SignInValues): Promise<void> {
    const serviceAddress = checkedAddress(values.serviceAddress);
    if (serviceAddress === null) {
      setFocus('serviceAddress');
      return;
    }
    setValue('password', '');
    const hasWorked = await signIn.submit({ ...values, serviceAddress });
    if (!hasWorked) setFocus('password');
  }

  function messageOf(field: keyof SignInValues): string | undefined {
    const message = errors[field]?.message;
    return isMessageKey(message) ? t(message) : message;
  }

  function noteCapsLock(event: KeyboardEvent): void {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Tabs
        value={method}
        onChange={(value) => {
          setValue('method', value === 'api-key' ? 'api-key' : 'password');
          signIn.clearProblem();
        }}
        keepMounted={false}
        className={classes['tabs']}
      >
        <Tabs.List aria-label={t('method')} grow>
          {METHODS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {METHODS.map(({ value }) => (
          // Named by the screen, not by its tab: two things called "Password" would stand in each other's way.
          <Tabs.Panel key={value} value={value} aria-labelledby="sign-in-title" className={classes['fields']}>
            <TextInput
              label={t('serviceAddress')}
              type="url"
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              readOnly={isAddressFixed}
              description={isAddressFixed ? t('serviceAddressFixed') : undefined}
              error={messageOf('serviceAddress')}
              {...register('serviceAddress', {
                onBlur: (event: { target: { value: string } }) => {
                  if (event.target.value.trim() !== '') checkedAddress(event.target.value);
                },
                onChange: () => {
                  setRepairedAddress(null);
                },
              })}
            />
            {repairedAddress !== null && (
              <p role="status" className={classes['note']}>
                {t('addressRepaired', { address: repairedAddress })}
              </p>
            )}
            <TextInput
              label={t('userName')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              error={messageOf('userName')}
              {...register('userName')}
            />
            <PasswordInput
              label={t('password')}
              autoComplete="current-password"
              error={messageOf('password')}
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
              onKeyUp={noteCapsLock}
              onKeyDown={noteCapsLock}
              {...register('password', {
                onBlur: () => {
                  setCapsLockOn(false);
                },
              })}
            />
            {isCapsLockOn && (
              <p role="status" className={classes['note']}>
                {t('capsLock')}
              </p>
            )}
            <Checkbox
              label={t('keepSignedIn')}
              description={t('keepSignedInText')}
              size="sm"
              {...register('keepSignedIn')}
            />
            {value === 'password' && (
              <div>
                <UnstyledButton
                  className={classes['disclosure']}
                  aria-expanded={isAdvancedShown}
                  aria-controls={`${id}-advanced`}
                  onClick={() => {
                    setAdvancedOpen(!isAdvancedShown);
                  }}
                >
                  <IconChevronRight size={14} aria-hidden="true" />
                  {t('advanced')}
                </UnstyledButton>
                <div id={`${id}-advanced`} hidden={!isAdvancedShown} className={classes['advanced']}>
                  <TextInput
                    label={t('clientId')}
                    autoComplete="off"
                    spellCheck={false}
                    error={messageOf('clientId')}
                    {...register('clientId')}
                  />
                </div>
              </div>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes['actions']}>
        {signIn.isBusy ? (
          <>
            <Button type="submit" loading fullWidth>
              {t('submitting')}
            </Button>
            <Button variant="default" onClick={signIn.cancel}>
              {t('cancel')}
            </Button>
          </>
        ) : (
          <Button type="submit" fullWidth disabled={isWaiting}>
            {t('submit')}
          </Button>
        )}
      </div>
    </form>
  );
}

const METHODS = [
  { value: 'password', label: 'password' },
  { value: 'api-key', label: 'apiKey' },
] as const satisfies readonly { value: SignInMethod; label: string }[];

const ADDRESS_PROBLEMS = {
  empty: 'addressMissing',
  unreadable: 'addressNotAnAddress',
  'other-scheme': 'addressNotAnAddress',
  'plain-http': 'addressPlainHttp',
  'credentials-in-address': 'addressHasCredentials',
} as const satisfies Record<ServiceAddressProblem, string>;

const MESSAGE_KEYS = [
  'userNameMissing',
  'passwordMissing',
  'clientIdMissing',
  'addressMissing',
  ...Object.values(ADDRESS_PROBLEMS),
] as const;

function isMessageKey(message: string | undefined): message is (typeof MESSAGE_KEYS)[number] {
  return MESSAGE_KEYS.some((key) => key === message);
}
