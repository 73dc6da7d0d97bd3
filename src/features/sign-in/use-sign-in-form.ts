import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { parseServiceAddress } from '@/session/machine/service-address';
import type { SignInRequest } from '@/session/sign-in';
import { beforeReload } from '@/ui/page-version/page-version';
import { fieldToTryAgain, wrongInput } from './input-problem';
import { signInSchema, typedSchema, typedValues, type SignInValues } from './sign-in-values';
import { isWaitAskedFor, type SignInAttempt } from './use-sign-in-attempt';

export interface SignInFormInput {
  readonly defaultAddress: string;
  readonly isAddressFixed: boolean;
  readonly defaultClientId: string;
  readonly attempt: SignInAttempt<SignInRequest>;
  /** Called with a valid service address. */
  readonly onCheckConnection: (serviceAddress: string) => void;
}

/** Returns the form's values and errors, and handlers for submitting, checking the connection and leaving the address field. */
export function useSignInForm({
  defaultAddress,
  isAddressFixed,
  defaultClientId,
  attempt,
  onCheckConnection,
}: SignInFormInput) {
  const t = useTranslations('signIn');
  /** The address as the user typed it, before it was corrected. */
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

  /** Whether the values can be submitted. If not, the error is shown and its field receives the focus. */
  function isGood(values: SignInValues): boolean {
    const wrong = wrongInput(values);
    if (wrong === null) return true;
    attempt.report(wrong.problem);
    setError(wrong.field, { message: wrong.message });
    setFocus(wrong.field);
    return false;
  }

  /** Returns the address, and corrects it in its field if necessary; null if it cannot be used. */
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
    // Showing the error would move the button that is being pressed away from the pointer. The button checks the address itself.
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

  return {
    method,
    typedAddress,
    register,
    registerAddress: () =>
      register('serviceAddress', {
        onBlur: checkLeftAddress,
        onChange: () => {
          setTypedAddress(null);
        },
      }),
    messageOf,
    isClientIdWrong: errors.clientId !== undefined,
    chooseMethod: (value: string | null) => {
      setValue('method', value === 'api-key' ? 'api-key' : 'password');
      clearErrors();
      attempt.clearProblem();
    },
    checkConnection,
    submit: form.handleSubmit(submit),
  };
}

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
