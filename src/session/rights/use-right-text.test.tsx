import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { useRightText } from './use-right-text';

test.each([
  ['api-prices-extraction', 'Extract prices'],
  ['dataadmin-item_CostForPricing_view', 'View CostForPricing'],
  ['dataadmin-item_cd_PriceGroup_edit', 'Edit cd_PriceGroup'],
  ['dataadmin-item_edit', 'Edit the table item'],
  ['of-another-form', 'of-another-form'],
  ['dataadmin-item_view', 'dataadmin-item_view'],
])('the right %s is named %s', (id, text) => {
  const { result } = renderHook(useRightText, {
    wrapper: ({ children }) => (
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        {children}
      </IntlProvider>
    ),
  });
  expect(result.current(id)).toBe(text);
});
