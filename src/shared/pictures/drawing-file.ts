import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { paint, svgOf, type Drawing } from './drawing';

export type PictureFormat = 'svg' | 'png';

/** Pixels of the file per pixel of the drawing: sharp on paper and on slides. */
const PNG_SCALE = 2;

/** Returns the drawing as a file. Rejects where the browser cannot make one. */
export async function drawingFile(drawing: Drawing, format: PictureFormat): Promise<Blob> {
  return format === 'svg'
    ? new Blob([svgOf(drawing, await fontFace())], { type: 'image/svg+xml' })
    : await pngOf(drawing);
}

async function pngOf(drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = drawing.width * PNG_SCALE;
  canvas.height = drawing.height * PNG_SCALE;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.scale(PNG_SCALE, PNG_SCALE);
  // The page's own typeface: it is there unless the page has not shown it yet.
  await document.fonts.ready;
  paint(drawing, context);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (content === null) throw new Error('The picture is too large.');
  return content;
}

/** The typeface within the file, for readers that do not have it; without it they take another one. */
async function fontFace(): Promise<string> {
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
