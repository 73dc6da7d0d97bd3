import type { Locator } from '@playwright/test';

/**
 * Replaces what a field holds. In Firefox key by key, as a person does: what Playwright fills in there at once (over
 * WebDriver BiDi) changes the field without React hearing of it.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  if (field.page().context().browser()?.browserType().name() !== 'firefox') {
    await field.fill(text);
    return;
  }
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Types what a condition compares with, and closes the list of known values, which would cover what comes next. */
export async function typeValue(input: Locator, text: string): Promise<void> {
  await typeInto(input, text);
  if ((await input.getAttribute('aria-expanded')) === 'true') await input.press('Escape');
}
