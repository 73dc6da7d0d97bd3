import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import proposal from '@/ui/i18n/messages/en/proposal.json';
import { RuleNumber, TypedNumbersContext } from './rule-number';

const onChange = vi.fn<(value: string) => void>();

/** Renders a number of a rule. Its editor can be unmounted and mounted again. */
function Rule() {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isShown, setShown] = useState(true);
  const keep = (place: string, text: string | null) => setTyped(text === null ? {} : { [place]: text });
  return (
    <TypedNumbersContext value={{ typed, keep }}>
      {isShown && (
        <RuleNumber label="By" place="change.percent" kind="percent" value="3" onChange={onChange} />
      )}
      <button onClick={() => setShown(!isShown)}>Toggle</button>
    </TypedNumbersContext>
  );
}

test('a number that is half typed is there again when its rule is, and says what is wrong', async () => {
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, proposal }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <Rule />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const leaveAndReturn = async () => {
    await user.click(screen.getByRole('button', { name: 'Toggle' }));
    await user.click(screen.getByRole('button', { name: 'Toggle' }));
  };
  const input = () => screen.getByRole('textbox', { name: 'By' });
  await user.type(input(), 'x');
  await leaveAndReturn();
  expect(input()).toHaveValue('3x');
  expect(input()).toBeInvalid();
  expect(onChange).not.toHaveBeenCalled();

  await user.clear(input());
  await leaveAndReturn();
  expect(input()).toHaveValue('');
  await user.type(input(), '4');
  expect(onChange).toHaveBeenLastCalledWith('4');
});
