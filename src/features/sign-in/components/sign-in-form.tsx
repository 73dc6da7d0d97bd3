import { Button, Checkbox, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { parseServiceAddress, type ServiceAddressRepair } from '@/session/machine/service-address';
import { useSessionLimits } from '@/session/session-context';
import type { SignInRequest } from '@/session/sign-in';
import { beforeReload } from '@/ui/page-version/page-version';
import { useDurationText } from '@/ui/components/use-duration-text';
import { fieldToTryAgain, wrongInput } from '../input-problem';
import {
  signInSchema,
  typedSchema,
  typedValues,
  type SignInMethod,
  type SignInValues,
} from '../sign-in-values';
import { isWaitAskedFor, type SignInAttempt } from '../use-sign-in-attempt';
import { PasswordField } from './password-field';
import classes from './sign-in-form.module.css';

export interface SignInFormProps {
  readonly defaultAddress: string;
  readonly isAddressFixed: boolean;
  readonly defaultClientId: string;
  /** Whether other programs on this computer can read the stored session. */
  readonly isKeptReadable: boolean;
  readonly attempt: SignInAttempt<SignInRequest>;
  /** Called with a valid address. */
  readonly onCheckConnection: (serviceAddress: string) => void;
  /** The result of the check, shown below the address. */
  readonly connectionCheck: ReactNode;
}

/** The form of both sign-in methods. Submitting clears the password field; everything else stays. */
export function SignInForm({
  defaultAddress,
  isAddressFixed,
  defaultClientId,
  isKeptReadable,
  attempt,
  onCheckConnection,
  connectionCheck,
}: SignInFormProps) {
  const t = useTranslations('signIn');
  const id = useId();
  const limits = useSessionLimits();
  const durationText = useDurationText();
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  /** As typed, before it was repaired. */
  const [typedAddress, setTypedAddress] = useState<string | null>(null);
  const [typedBefore] = useState(typedValues.read);
  const form = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: {
      method: 'password',
      serviceAddress: defaultAddress,
      userName: '',
      password: '',
      clientId: defaultClientId,
      keepSignedIn: false,
      ...typedBefore,
      ...(isAddressFixed && { serviceAddress: defaultAddress }),
    },
  });
  const { register, setError, clearErrors, setFocus, setValue, getValues } = form;
  const { errors } = form.formState;
  const method = useWatch({ control: form.control, name: 'method' });
  useEffect(() => {
    typedValues.clear();
    return beforeReload(() => {
      const typed = typedSchema.safeParse(getValues());
      if (typed.success) typedValues.write(typed.data);
    });
  }, [getValues]);

  // Advanced opens when it holds an invalid field.
  const isAdvancedShown = isAdvancedOpen || errors.clientId !== undefined;

  /** Whether the values can be submitted; if not, shows the error and focuses its field. */
  function isGood(values: SignInValues): boolean {
    const wrong = wrongInput(values);
    if (wrong === null) return true;
    attempt.report(wrong.problem);
    setError(wrong.field, { message: wrong.message });
    setFocus(wrong.field);
    return false;
  }

  /** Returns the address, corrected in its field where necessary; null when it cannot be used. */
  function repairedAddress(): string | null {
    const typed = getValues('serviceAddress');
    const parsed = parseServiceAddress(typed);
    if (!parsed.ok) return null;
    if (parsed.repairs.length > 0) {
      setValue('serviceAddress', parsed.address);
      setTypedAddress(typed);
    }
    return parsed.address;
  }

  async function submit(values: SignInValues): Promise<void> {
    if (attempt.isBusy || isWaitAskedFor(attempt.problem) || !isGood(values)) return;
    const serviceAddress = repairedAddress() ?? values.serviceAddress;
    setValue('password', '');
    const problem = await attempt.submit({ ...values, serviceAddress });
    if (problem !== null) setFocus(fieldToTryAgain(problem, isAddressFixed));
  }

  function checkConnection(): void {
    attempt.clearProblem();
    if (!isGood({ ...getValues(), method: 'password' })) return;
    clearErrors('serviceAddress');
    const serviceAddress = repairedAddress();
    if (serviceAddress !== null) onCheckConnection(serviceAddress);
  }

  function checkLeftAddress({ relatedTarget }: { readonly relatedTarget: EventTarget | null }): void {
    // The error would move the button away from the pointer that is pressing it; the button checks the address itself.
    if (relatedTarget instanceof HTMLButtonElement) return;
    const values = getValues();
    if (values.serviceAddress.trim() === '' || repairedAddress() !== null) return;
    const wrong = wrongInput({ ...values, method: 'password' });
    if (wrong !== null) setError(wrong.field, { message: wrong.message });
  }

  function messageOf(field: keyof SignInValues): string | undefined {
    const message = errors[field]?.message;
    return isMessageKey(message) ? t(message) : message;
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Tabs
        value={method}
        onChange={(value) => {
          setValue('method', value === 'api-key' ? 'api-key' : 'password');
          clearErrors();
          attempt.clearProblem();
        }}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('method')} grow>
          {METHODS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {METHODS.map(({ value }) => (
          // Named by the screen's title, not by its tab, whose name "Password" is also the field's.
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
                {...register('serviceAddress', {
                  onBlur: checkLeftAddress,
                  onChange: () => {
                    setTypedAddress(null);
                  },
                })}
              />
              <AddressNote typed={typedAddress} />
              <UnstyledButton className={classes['link']} onClick={checkConnection}>
                {t('checkConnection')}
              </UnstyledButton>
              {connectionCheck}
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
                    required
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

const METHODS = [
  { value: 'password', label: 'password' },
  { value: 'api-key', label: 'apiKey' },
] as const satisfies readonly { value: SignInMethod; label: string }[];

const MESSAGE_KEYS = [
  'userNameMissing',
  'passwordMissing',
  'clientIdMissing',
  'addressMissing',
  'addressNotAnAddress',
  'addressPlainHttp',
  'addressLoopbackName',
  'addressHasCredentials',
  'colonTitle',
  'headerUnsafeField',
] as const;

function isMessageKey(message: string | undefined): message is (typeof MESSAGE_KEYS)[number] {
  return MESSAGE_KEYS.some((key) => key === message);
}

/** Shows how a typed service address was corrected. `typed` is null where it was not. */
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
