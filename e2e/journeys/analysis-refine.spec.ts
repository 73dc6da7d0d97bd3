import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const PRICE_COLUMN = 'PromotionPrice';
const FIELDS = ['PromotionCode', 'PromotionValue', 'Factor', 'Currency', 'StartsOn', 'EndsOn'];

const cellOf = (place: number, field: string) => rowAt(PRICE_COLUMN, place)[field] ?? null;

test('what the service cannot say is said of the rows read: valid on a day, and a computed column @service-only', async ({
  page,
  signIn,
}) => {
  const starts = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, place) =>
    String(cellOf(place, 'StartsOn')).slice(0, 10),
  );
  // A day on which only some of the rows are valid.
  const day = starts.toSorted()[Math.floor(starts.length / 2)] ?? '';
  const places = starts.flatMap((start, place) => {
    const end = cellOf(place, 'EndsOn');
    return start <= day && (end === null || String(end).slice(0, 10) >= day) ? [place] : [];
  });
  expect(places.length).toBeGreaterThan(0);
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&fields=${FIELDS.join(';')}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);

  await page.getByRole('button', { name: 'Refine', exact: true }).click();
  const region = page.getByRole('region', { name: 'Refine here' });
  await region.getByRole('button', { name: 'Add condition' }).click();
  const condition = region.getByRole('group', { name: 'Condition 1' });
  const choose = async (name: string, option: string) => {
    await condition.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Field', 'StartsOn');
  await choose('Operator', 'valid on');
  await expect(condition.getByRole('combobox', { name: 'Valid until' })).toHaveValue('EndsOn');
  await condition.getByRole('textbox', { name: 'Value' }).fill(day);

  await region.getByRole('button', { name: 'Add computed column' }).click();
  const column = region.getByRole('group', { name: 'Computed column 1' });
  const formula = column.getByRole('textbox', { name: 'Formula' });
  await formula.fill('PromotionValue * Factr');
  await expect(column.getByText('There is no field “Factr” in these rows.')).toBeVisible();
  await formula.fill('PromotionValue - PromotionValue');
  await column.getByRole('textbox', { name: 'Name' }).fill('Nothing');
  await region.getByRole('button', { name: 'Apply' }).click();

  const found = `${places.length} of ${starts.length} rows after refining here`;
  await expect(page.getByRole('status', { name: 'Refinement' })).toContainText(found);
  await expect.poll(() => grid.rowCount()).toBe(places.length);
  await grid.expectRowLoaded(0);
  await grid.reveal('Nothing');
  const priced = places.findIndex((place) => cellOf(place, 'PromotionValue') !== null);
  await grid.goToRow(priced);
  await expect(await grid.cell({ row: priced, column: 'Nothing' })).toHaveText('0.0000');

  // The link contains the whole refinement, and the other views have the same rows.
  await region.getByRole('button', { name: 'Close Refine here' }).click();
  await expect(page.getByRole('button', { name: 'Refine', exact: true })).toBeFocused();
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Profile of Nothing' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Refinement' })).toContainText(found);
  await page.getByRole('button', { name: 'Clear refinement' }).click();
  await expect(page.getByRole('status', { name: 'Refinement' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Profile of Nothing' })).toBeHidden();
});

test('a long group says how its conditions are joined wherever it is scrolled to @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Refine', exact: true }).click();
  const region = page.getByRole('region', { name: 'Refine here' });
  await region.getByRole('button', { name: 'Add group' }).click();
  const group = region.getByRole('group', { name: 'Group of conditions' });
  const fieldOf = (condition: number) =>
    group
      .getByRole('group', { name: `Condition ${condition}`, exact: true })
      .getByRole('combobox', { name: 'Field' });
  const add = group.getByRole('button', { name: 'Add to this group' });
  for (let condition = 3; condition <= 12; condition += 1) {
    await add.click();
    await expect(fieldOf(condition)).toBeFocused();
  }
  await expectAccessibleInAllColours(page);

  for (const [width, height] of [
    [1280, 800],
    [1280, 660],
    [320, 640],
  ] as const) {
    await test.step(`in ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      // The last condition scrolls into view when it gets the focus.
      await fieldOf(1).focus();
      await fieldOf(12).focus();
      await expect(fieldOf(1)).not.toBeInViewport();
      await expect(group.getByRole('combobox', { name: 'Rows that meet' })).toBeInViewport({ ratio: 1 });

      // Back at the first conditions, no condition reaches below the button.
      const bottomOf = async () => {
        const { y = 0, height: heightPx = 0 } = (await add.boundingBox()) ?? {};
        return y + heightPx;
      };
      for (const condition of [6, 3, 1]) {
        await fieldOf(condition).focus();
        const { y = 0 } = (await fieldOf(condition).boundingBox()) ?? {};
        expect(y).toBeGreaterThanOrEqual(await bottomOf());
      }
    });
  }
});
