import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import { messagesOf, type Translate } from './message-catalogue';
import { typeValue } from './type-into';

/** Fills the query of the workbench by keyboard, which is faster than by pointer. */
export class QueryForm {
  readonly root: Locator;
  readonly #page: Page;
  readonly #t: Translate;

  /** `t` returns the messages in the language of the page, which is English by default. */
  constructor(page: Page, t: Translate = messagesOf('en-GB')) {
    this.#page = page;
    this.#t = t;
    this.root = page.getByRole('region', { name: t('workbench.query.region'), exact: true });
  }

  group(name: string): Locator {
    return this.root.getByRole('group', { name, exact: true });
  }

  get fields(): Locator {
    return this.group(this.#t('workbench.fields.group'));
  }

  /** Returns a filter by its 1-based number. */
  filter(number: number): Locator {
    return this.group(this.#t('workbench.filters.rule', { number }));
  }

  sort(number: number): Locator {
    return this.group(this.#t('workbench.sort.rule', { number }));
  }

  /** Returns the drag handle of a field or rule, by the name of the field or rule. */
  handle(name: string): Locator {
    return this.root.getByRole('button', {
      name: this.#t('reorder.move', { item: name }),
      exact: true,
    });
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  async run(): Promise<void> {
    await this.button(this.#t('workbench.query.run')).click();
  }

  /** Adds a filter. `value` is typed in the user's formats; it is null if the operator takes no value. */
  async addFilter(field: string, operator: string, value: string | null): Promise<Locator> {
    const number = (await this.#countOf((ordinal) => this.filter(ordinal))) + 1;
    await this.button(this.#t('workbench.filters.add')).click();
    const filter = this.filter(number);
    await choose(filter.getByRole('combobox', { name: this.#t('conditions.editor.field') }), field);
    await choose(filter.getByRole('combobox', { name: this.#t('conditions.editor.operator') }), operator);
    if (value !== null) {
      await typeValue(filter.getByLabel(this.#t('conditions.editor.value'), { exact: true }), value);
    }
    return filter;
  }

  /** Adds a sort rule. `direction` is in the language of the page. */
  async addSort(field: string, direction: string): Promise<void> {
    const number = (await this.#countOf((ordinal) => this.sort(ordinal))) + 1;
    await this.button(this.#t('workbench.sort.add')).click();
    const sort = this.sort(number);
    await choose(sort.getByRole('combobox', { name: this.#t('workbench.sort.field') }), field);
    await choose(sort.getByRole('combobox', { name: this.#t('workbench.sort.direction') }), direction);
  }

  /** Counts the rules. `rule` finds a rule by its number. */
  async #countOf(rule: (number: number) => Locator): Promise<number> {
    let count = 0;
    while ((await rule(count + 1).count()) > 0) count += 1;
    return count;
  }

  /** Drags by pointer. Both handles must be in view at the same time. */
  async drag(handle: Locator, onto: Locator): Promise<void> {
    await onto.scrollIntoViewIfNeeded();
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [await centreOf(handle), await centreOf(onto)];
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    // A press becomes a drag after the pointer has moved a few pixels, once the code for dragging is loaded.
    const towards = Math.sign(to.y - from.y);
    await expect(async () => {
      await mouse.move(from.x, from.y + 8 * towards);
      await mouse.move(from.x, from.y + 10 * towards);
      await expect(this.root.locator('[data-dragging="true"]')).toBeVisible({ timeout: 200 });
    }).toPass();
    await mouse.move(to.x, to.y, { steps: 6 });
    await mouse.up();
    await expect(this.root.locator('[data-dragging="true"]')).toHaveCount(0);
  }

  /** Returns the chosen fields, in their order. */
  async chosenFields(): Promise<string[]> {
    const checked = this.fields.getByRole('checkbox', { checked: true });
    return checked.evaluateAll((boxes) =>
      boxes.map(
        (box) => box.getAttribute('aria-label') ?? (box as HTMLInputElement).labels?.[0]?.textContent ?? '',
      ),
    );
  }
}

/** Chooses an option from a list by its name. */
async function choose(combobox: Locator, choice: string): Promise<void> {
  await combobox.click();
  const option = combobox.page().getByRole('option', { name: choice, exact: true });
  await option.click();
  await expect(combobox).toHaveValue(choice);
}

async function centreOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('What is not on the page cannot be dragged.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
