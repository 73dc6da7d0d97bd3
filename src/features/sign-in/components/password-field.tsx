import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import classes from './password-field.module.css';

/** A password input with a hint while Caps Lock is on. Takes the label and the result of `register`. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('signIn');
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  // The hint stays on blur: if it disappeared on a press, the button would move away from the pointer.
  function noteCapsLock(event: KeyboardEvent): void {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }

  return (
    <div>
      <PasswordInput
        required
        autoComplete="current-password"
        // Mantine sets `aria-invalid` on all inputs but this one.
        aria-invalid={Boolean(props.error)}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('hidePassword') : t('showPassword'),
          // The label tells the state; "Hide" as a pressed button would mean the opposite.
          'aria-pressed': undefined,
          tabIndex: 0,
        }}
        onKeyUp={noteCapsLock}
        onKeyDown={noteCapsLock}
        {...props}
      />
      <p role="status" className={classes['note']}>
        {isCapsLockOn && t('capsLock')}
      </p>
    </div>
  );
}
