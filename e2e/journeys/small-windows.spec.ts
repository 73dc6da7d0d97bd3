import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';
import { messagesOf } from '../support/message-catalogue';

const WIDTHS = [1920, 1280, 1024, 768, 390, 320];

/** The text spacing of WCAG 1.4.12, except for the space after paragraphs, which does not affect the width. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

test.describe('in German, whose words are longer', () => {
  test.use({ locale: 'de-DE' });
  const t = messagesOf('de-DE');

  test('banner and lists fit every window, and text may be spaced', async ({ page, signIn }) => {
    await signIn({ at: '/prices/PromotionPrice', t });
    await page.getByRole('button', { name: t('workbench.query.run'), exact: true }).click();
    await new Grid(page, t('results.results')).expectRowLoaded(0);
    await page.getByRole('button', { name: t('results.export'), exact: true }).click();
    await page.getByRole('button', { name: t('export.start') }).click();
    const exported = page.getByRole('button', { name: t('export.chipDone') });
    await expect(exported).toBeVisible();
    await exported.click();
    await page.keyboard.press('Escape');

    for (const screen of ['priceColumns', 'snapshots'] as const) {
      await page.getByRole('link', { name: t(`shell.${screen}`), exact: true }).click();
      await expect(page.getByRole('table')).toBeVisible();
      for (const width of WIDTHS) {
        await test.step(`${screen} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 800 });
          await expectNothingCutOff(page);
          // The banner has one line, and a second one for the navigation if there is no room.
          await expect
            .poll(async () => (await page.getByRole('banner').boundingBox())?.height)
            .toBeLessThanOrEqual(width >= 1024 ? 49 : 90);
        });
      }
      await expectNoAxeViolations(page);
    }
    await expectRoomForSpacedText(page);

    // A window of 1280 by 1024 px at 400 % has this size. The banner scrolls away, and the screen has the whole window.
    await page.setViewportSize({ width: 320, height: 256 });
    const content = page.getByRole('main');
    await content.getByRole('table').scrollIntoViewIfNeeded();
    await expect.poll(async () => (await content.boundingBox())?.height).toBe(256);
    await expectNothingCutOff(page);
  });

  test('every other screen has its words and its main action in a small window', async ({ page, signIn }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: t('signIn.title'), exact: true })).toBeVisible();
    await expectNoWordCut(page, 'sign-in');
    await expectRoomForSpacedText(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await signIn({ t });
    await page.goto('/schema/item');
    await expect(page.getByRole('table')).toBeVisible();
    await expectNoWordCut(page, 'schema', page.getByRole('searchbox'));
    await expectRoomForSpacedText(page);
    await page.goto('/views');
    await expect(page.getByRole('heading', { name: 'Gespeicherte Ansichten', level: 1 })).toBeVisible();
    await expectNoWordCut(page, 'saved views');
    await page.goto('/prices/SalesPrice?v=1&filter=Currency~is-any-of~EUR~CHF&sort=-Value');
    const run = page.getByRole('button', { name: t('workbench.query.run'), exact: true });
    await expect(run).toBeVisible();
    await expectNoWordCut(page, 'workbench', run);
    await run.click();
    await new Grid(page, t('results.results')).expectRowLoaded(0);
    await expectNoWordCut(page, 'rows', page.getByRole('grid'));
    await page.getByRole('button', { name: t('results.export'), exact: true }).click();
    await expect(page.getByRole('button', { name: t('export.start') })).toBeVisible();
    await expectNoWordCut(page, 'export');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('palette.title') }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectNoWordCut(page, 'palette');
    await page.keyboard.press('Escape');
    await expectRoomForSpacedText(page);
  });
});

const SMALL_WIDTHS = [1024, 768, 390, 320];

/** Expects that neither document nor screen scrolls sideways, no button, tab or heading is cut, and `mainThing` is in view. */
async function expectNoWordCut(page: Page, screen: string, mainThing?: Locator): Promise<void> {
  for (const width of SMALL_WIDTHS) {
    await test.step(`${screen} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      if (mainThing !== undefined) await expect(mainThing).toBeInViewport();
      await expect.poll(() => page.evaluate(findCut)).toEqual([]);
    });
  }
}

/** This function runs in the page. It returns descriptions of everything that is cut. */
function findCut(): string[] {
  const scrolling = [document.documentElement, document.querySelector('main')].flatMap((element) =>
    element !== null && element.scrollWidth > element.clientWidth
      ? [`${element.tagName} scrolls sideways`]
      : [],
  );
  const labels = 'button, [role="tab"], [role="option"] > :first-child, h1, h2, h3';
  const cut = [...document.querySelectorAll(labels)].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
    if (!isShown || element.closest('table, [role="grid"]') !== null) return [];
    const isCut = [element, ...element.querySelectorAll('*')].some(
      (part) =>
        part.clientWidth > 1 &&
        getComputedStyle(part).overflowX !== 'visible' &&
        part.scrollWidth > part.clientWidth + 1,
    );
    return isCut ? [`${element.tagName} "${element.textContent}" is cut`] : [];
  });
  return [...scrolling, ...cut];
}

/** Spaces the text as users may. The spacing stays until the page is reloaded. */
async function expectRoomForSpacedText(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
  }, TEXT_SPACING);
  for (const width of [320, 768, 1280]) {
    await test.step(`with spaced text at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expectNothingCutOff(page);
      await expect.poll(() => page.evaluate(findCut)).toEqual([]);
    });
  }
}

/** Expects that nothing reaches beyond the window except wide tables, which scroll separately. */
async function expectNothingCutOff(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('header *, main *')]
          .filter((element) => {
            const { width, right, left } = element.getBoundingClientRect();
            const isBeyond = right > innerWidth + 1 || left < -1;
            const scrolls = element.closest('table, [role="grid"]') !== null;
            // Text that is cut off within its line does not leave its cell, and its title shows the whole text.
            const isCutInLine = element.closest('p[title]') !== null;
            return element.textContent !== '' && width > 0 && isBeyond && !scrolls && !isCutInLine;
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      ),
    )
    .toEqual([]);
}

test('at 200 and 400 % a computed column has room to be edited in; the navigation covers nothing', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await signIn({ at: '/prices/PromotionPrice?v=1' });
  await test.step('the navigation stands above the screen, and not over it', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    if (navigation === null) throw new Error('The navigation is not there.');
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(navigation.y + navigation.height);
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await page.getByRole('button', { name: 'Show the query' }).click();
  await page.getByRole('button', { name: 'Add computed column' }).click();
  const column = page.getByRole('group', { name: 'Computed column 1' });
  for (const [zoom, width, height] of [
    [200, 640, 400],
    [400, 320, 640],
  ] as const) {
    await test.step(`at ${zoom} %`, async () => {
      await page.setViewportSize({ width, height });
      const formula = column.getByRole('textbox', { name: 'Formula' });
      await formula.focus();
      await expect(formula).toBeInViewport({ ratio: 1 });
      const run = page.getByRole('button', { name: 'Run and read 240 rows' });
      await run.focus();
      await expect(run).toBeInViewport({ ratio: 1 });
    });
  }
});
