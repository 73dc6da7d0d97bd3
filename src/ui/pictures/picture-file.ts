import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { pictureSvg } from './picture-svg';

export type PictureFormat = 'svg' | 'png';

/** How many pixels of the file represent one CSS pixel. With two, the image is sharp on paper and on slides. */
const PNG_SCALE = 2;

/** Returns an image of an element (a chart) as a file. Rejects if the browser cannot create one. */
export async function pictureFile(root: HTMLElement, title: string, format: PictureFormat): Promise<Blob> {
  const fontFace = await readFontFace();
  // Waits for the page's web font, which may not have loaded yet.
  await document.fonts.ready;
  const svg = pictureSvg(root, title, fontFace);
  const text = new XMLSerializer().serializeToString(svg);
  return format === 'svg' ? new Blob([`${text}\n`], { type: 'image/svg+xml' }) : await pngOf(text);
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * PNG_SCALE;
  canvas.height = image.naturalHeight * PNG_SCALE;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (content === null) throw new Error('The picture is too large.');
  return content;
}

/** Returns a CSS rule that embeds the font. Empty if the font cannot be loaded; viewers that lack it then use another font. */
async function readFontFace(): Promise<string> {
  try {
    const response = await fetch(interUrl);
    if (!response.ok) return '';
    const bytes = new Uint8Array(await response.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format('woff2')}`;
  } catch {
    return '';
  }
}
