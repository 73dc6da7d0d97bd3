import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import classes from './password-field.module.css';

/** A password input with a hint while Caps Lock is on. It takes a label and the result of react-hook-form's `register`. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('signIn');
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  // The hint stays when the field loses the focus: if it disappeared on a press, the button would move away from the pointer.
  function noteCapsLock(event: KeyboardEvent): void {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }

  return (
    <div>
      <PasswordInput
        required
        autoComplete="current-password"
        // Mantine sets `aria-invalid` on all inputs except this one.
        aria-invalid={Boolean(props.error)}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('hidePassword') : t('showPassword'),
          // The label already says the state. "Hide" as a pressed button would mean the opposite.
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
