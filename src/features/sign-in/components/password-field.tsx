import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import classes from './password-field.module.css';

/** A password of an account, with a hint while Caps Lock is on. Takes what `register` gives, and the label. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('signIn');
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  // Stays when the field is left: what goes away on a press would move the button from under the pointer.
  function noteCapsLock(event: KeyboardEvent): void {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }

  return (
    <div>
      <PasswordInput
        autoComplete="current-password"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('hidePassword') : t('showPassword'),
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
