import { expect, type Locator, type Page } from '@playwright/test';

/** Fills the query of the workbench by keyboard, the way it is filled fastest. */
export class QueryForm {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Query' });
  }

  group(name: string): Locator {
    return this.root.getByRole('group', { name, exact: true });
  }

  /** Adds a condition; `value` is typed as people write it in their formats. */
  async addFilter(field: string, operator: string, value: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Add filter' }).click();
    const filter = this.root.getByRole('group', { name: /^Filter \d+$/ }).last();
    await choose(filter.getByRole('combobox', { name: 'Field' }), field);
    await choose(filter.getByRole('combobox', { name: 'Operator' }), operator);
    await filter.getByRole('textbox', { name: 'Value' }).fill(value);
  }

  async addSort(field: string, direction: 'Ascending' | 'Descending'): Promise<void> {
    await this.root.getByRole('button', { name: 'Add sort' }).click();
    const sort = this.root.getByRole('group', { name: /^Sort \d+$/ }).last();
    await choose(sort.getByRole('combobox', { name: 'Field' }), field);
    await choose(sort.getByRole('combobox', { name: 'Direction' }), direction);
  }

  /** The fields that are chosen, in their order. */
  async chosenFields(): Promise<string[]> {
    const checked = this.group('Fields').getByRole('checkbox', { checked: true });
    return checked.evaluateAll((boxes) =>
      boxes.map(
        (box) => box.getAttribute('aria-label') ?? (box as HTMLInputElement).labels?.[0]?.textContent ?? '',
      ),
    );
  }
}

async function choose(combobox: Locator, choice: string): Promise<void> {
  await combobox.click();
  const option = combobox.page().getByRole('option', { name: choice, exact: true });
  await option.click();
  await expect(combobox).toHaveValue(choice);
}
