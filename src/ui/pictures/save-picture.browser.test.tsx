import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '@/app/theme/tokens.css';
import { RangesPicture, ValuesPicture } from '@/features/workbench/bars/bar-pictures';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { SavePicture, type SavePictureProps } from './save-picture';
import { SeriesMark } from './series-mark';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
  vi.restoreAllMocks();
});

/** Saves a chart with the menu, on a page in the dark scheme. */
async function save(format: 'SVG' | 'PNG', props: SavePictureProps): Promise<Blob> {
  const container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  root.render(
    <MantineProvider env="test" forceColorScheme="dark">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <SavePicture {...props} />
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const saved = Promise.withResolvers<Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.resolve(content as Blob);
    return '#saved';
  });
  await page.getByRole('button', { name: 'Save picture' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const content = await saved.promise;
  // The page no longer contains the rendered chart, and is in the dark scheme again.
  await vi.waitFor(() => expect(document.querySelector('figure')).toBeNull());
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  return content;
}

async function savedSvg(props: SavePictureProps): Promise<SVGSVGElement> {
  const file = await save('SVG', props);
  expect(file.type).toBe('image/svg+xml');
  const parsed = new DOMParser().parseFromString(await file.text(), 'image/svg+xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed.documentElement as unknown as SVGSVGElement;
}

function textsOf(svg: SVGSVGElement): readonly (string | null)[] {
  return [...svg.querySelectorAll('text')].map((text) => text.textContent);
}

/** Returns the color and length of each bar, without the first rectangle, which is the background. */
function barsOf(svg: SVGSVGElement, length: 'width' | 'height') {
  return [...svg.querySelectorAll('rect')]
    .slice(1)
    .map((bar) => [bar.getAttribute('fill'), Number(bar.getAttribute(length))] as const);
}

const bar = (label: string, count: number, selected?: number) => ({
  key: label,
  label,
  text: label,
  count,
  ...(selected !== undefined && { selected }),
});

function Histogram({ counts }: { readonly counts: readonly number[] }) {
  return (
    <RangesPicture
      title="Distribution"
      descriptionId="description"
      barsLabel="Bars"
      bars={counts.map((count, index) => bar(String(index), count))}
      ends={['1', '4']}
      onChoose={() => undefined}
    />
  );
}

const saved = (title: string, picture: ReactNode, notes: readonly string[] = []): SavePictureProps => ({
  title,
  renderPicture: () => picture,
  getNotes: () => notes,
});

const ACCENT = 'rgb(12, 106, 126)';
const MUTED = 'rgb(86, 97, 115)';

test('a saved picture is an SVG file of its own, with its title, in the colours of the light scheme', async () => {
  const picture = (
    <p style={{ margin: 0, color: 'var(--cn-text-muted)' }}>
      <SeriesMark series={0} />
      {'\u0001<&'}
    </p>
  );
  const svg = await savedSvg(saved('A < B & "C"', picture));
  expect(svg.querySelector('title')?.textContent).toBe('A < B & "C"');
  expect(svg.getAttribute('role')).toBe('img');
  expect(svg.getAttribute('width')).toBe('960');
  expect(svg.getAttribute('viewBox')).toBe(`0 0 960 ${svg.getAttribute('height')}`);
  // The background is the first rectangle, below everything else.
  expect(svg.querySelector('rect')?.getAttribute('fill')).toBe('rgb(255, 255, 255)');
  expect(svg.querySelector('path')?.getAttribute('fill')).toBe(ACCENT);
  const [title, text] = svg.querySelectorAll('text');
  expect(title?.textContent).toBe('A < B & "C"');
  expect(title?.getAttribute('font-weight')).toBe('600');
  expect(title?.getAttribute('fill')).toBe('rgb(26, 33, 44)');
  expect(text?.textContent).toBe('\uFFFD<&');
  expect(text?.getAttribute('fill')).toBe(MUTED);
});

test('a saved picture needs nothing of the page and runs nothing', async () => {
  const svg = await savedSvg(saved('Distribution', <Histogram counts={[10, 0, 5]} />));
  const text = new XMLSerializer().serializeToString(svg);
  const style = svg.querySelector('style')?.textContent ?? '';
  expect(style).toContain(
    "@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,",
  );
  expect(style).toMatch(/font-family:"?Inter Variable/);
  expect(text.replaceAll(/xmlns="[^"]*"|url\(data:[^)]*\)/g, '')).not.toMatch(
    /https?:|url\(|href|var\(|class=/,
  );
  expect([...new Set([...svg.querySelectorAll('*')].map(({ tagName }) => tagName))].toSorted()).toEqual([
    'line',
    'rect',
    'style',
    'text',
    'title',
  ]);
});

test('a histogram has a bar for each range that has rows, as high as its count', async () => {
  const svg = await savedSvg(saved('Distribution', <Histogram counts={[10, 0, 5]} />, ['15 rows']));
  expect(barsOf(svg, 'height')).toEqual([
    [ACCENT, 280],
    [ACCENT, 140],
  ]);
  expect(textsOf(svg)).toEqual(['Distribution', '0', '5', '10', '1', '4', '15 rows']);
});

test('as many bars as there may be have room', async () => {
  const counts = Array.from({ length: 60 }, () => 1);
  const svg = await savedSvg(saved('Distribution', <Histogram counts={counts} />));
  const bars = [...svg.querySelectorAll('rect')].slice(1);
  expect(bars).toHaveLength(60);
  for (const each of bars) {
    const end = Number(each.getAttribute('x')) + Number(each.getAttribute('width'));
    expect(end).toBeLessThanOrEqual(960 - 16);
  }
});

test('values have a bar beside them, whose selected part is drawn above all of it', async () => {
  const picture = (
    <ValuesPicture
      title="Distribution"
      descriptionId="description"
      barsLabel="Bars"
      bars={[bar('EUR', 10, 5), bar('CHF', 5, 0)]}
      onChoose={() => undefined}
    />
  );
  const svg = await savedSvg(saved('Distribution', picture));
  const bars = barsOf(svg, 'width');
  const longest = bars[0]?.[1] ?? 0;
  expect(longest).toBeGreaterThan(300);
  expect(bars.map(([ink, width]) => [ink, Math.round((width / longest) * 100)])).toEqual([
    ['none', 100],
    [ACCENT, 50],
    ['none', 50],
  ]);
  expect(textsOf(svg)).toEqual(['Distribution', 'EUR', '10', 'CHF', '5']);
});

test(
  'a text without room is cut, and one for screen readers alone is left out',
  { tags: ['long'] },
  async () => {
    const box = { width: 60, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' } as const;
    const picture = (
      <>
        <div style={box}>abcdefghijklmno</div>
        <div style={box}>abcde</div>
        <div style={{ ...box, width: 1 }}>hidden</div>
        <div style={{ width: 60 }}>on two lines</div>
      </>
    );
    const [, cut, whole, ...lines] = textsOf(await savedSvg(saved('Title', picture)));
    expect(cut).toMatch(/^abcd\w*…$/);
    expect(whole).toBe('abcde');
    expect(lines).toEqual(['on two', 'lines']);
  },
);

test('a contrast theme leaves a saved picture its colours', { tags: ['long'] }, async () => {
  const emulated = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await emulated('active');
  try {
    const svg = await savedSvg(saved('Distribution', <Histogram counts={[1]} />));
    expect(barsOf(svg, 'height')).toEqual([[ACCENT, 280]]);
    expect(svg.querySelector('rect')?.getAttribute('fill')).toBe('rgb(255, 255, 255)');
    expect(svg.querySelector('text')?.getAttribute('fill')).toBe('rgb(26, 33, 44)');
  } finally {
    await emulated('none');
  }
});

test('a PNG file is the same picture, with two pixels for each', async () => {
  const file = await save('PNG', saved('Distribution', <Histogram counts={[1]} />));
  expect(file.type).toBe('image/png');
  const image = await createImageBitmap(file);
  expect(image.width).toBe(1920);
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += 4) seen.add(data.slice(at, at + 3).join());
  expect(seen).toContain('12,106,126');
  expect(seen).toContain('255,255,255');
});
