import type { Locator } from '@playwright/test';

/** Replaces a field's text. Firefox types key by key, because filling (WebDriver BiDi) sends no event that React notices. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  if (field.page().context().browser()?.browserType().name() !== 'firefox') {
    await field.fill(text);
    return;
  }
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Types the value of a condition, and closes the list of known values, which would cover the next controls. */
export async function typeValue(input: Locator, text: string): Promise<void> {
  await typeInto(input, text);
  if ((await input.getAttribute('aria-expanded')) === 'true') await input.press('Escape');
}
