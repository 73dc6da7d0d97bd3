import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { theme } from '@/app/theme/theme';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { PasswordField } from './password-field';

function renderField(error?: string): HTMLElement {
  render(
    <MantineProvider theme={theme}>
      <IntlProvider locale="en" messages={startMessages}>
        <PasswordField label="Password" error={error} />
      </IntlProvider>
    </MantineProvider>,
  );
  return screen.getByLabelText('Password');
}

test('hints at Caps Lock while it is on, and moves nothing when the field is left', () => {
  const field = renderField();
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  expect(screen.getByRole('status')).toHaveTextContent('Caps Lock is on');
  fireEvent.keyUp(field, { key: 'CapsLock' });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  fireEvent.blur(field);
  expect(screen.getByRole('status')).toHaveTextContent('Caps Lock is on');
});

test('what is typed can be shown, and the button says what it will do', async () => {
  const field = renderField();
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show what I type' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide what I type' }));
  expect(field).toHaveAttribute('type', 'password');
});

test('is required, and an error makes it invalid and describes it', () => {
  const field = renderField('Enter your password.');
  expect(field).toBeRequired();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter your password.');
});

test('is known to password managers', () => {
  expect(renderField()).toHaveAttribute('autocomplete', 'current-password');
});
