import { ownMember } from '../formats/own-member';
import { escapeXml } from '../formats/xml-text';

/** The meaning of a shape in a drawing, which decides its colour. */
export type Ink = 'text' | 'muted' | 'line' | 'axis' | 'bar' | 'rest' | 'surface' | `series-${number}`;

/** A shape of a drawing, in pixels. */
export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ink: Ink;
    }
  | {
      readonly kind: 'line';
      readonly from: Point;
      readonly to: Point;
      readonly width?: number;
      readonly ink: Ink;
    }
  /** A small sign, as path data of SVG around a point. */
  | { readonly kind: 'mark'; readonly at: Point; readonly path: string; readonly ink: Ink }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly size?: number;
      readonly isBold?: boolean;
      readonly ink: Ink;
    };

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture to keep: it knows neither the window nor the scheme that the one on screen is drawn for. */
export interface Drawing {
  /** Says what it shows, to those who do not see it. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** The later ones are above the earlier ones. */
  readonly shapes: readonly Shape[];
}

/** The size of texts, unless a shape says otherwise. */
export const TEXT_SIZE = 12;
const FONT = "'Inter Variable', Inter, system-ui, sans-serif";

/** The colours of the light scheme (`tokens.css`), for paper and slides. */
const COLOURS: Readonly<Record<string, string>> = {
  text: '#1a212c',
  muted: '#566173',
  line: '#e4e7ec',
  axis: '#7f8a9a',
  bar: '#0c6a7e',
  // The part of a bar that is not selected.
  rest: '#b9cfd5',
  surface: '#ffffff',
  'series-1': '#0c6a7e',
  'series-2': '#b45309',
  'series-3': '#6d4aa8',
  'series-4': '#2f7d32',
  'series-5': '#b0306a',
  'series-6': '#566173',
};

function colourOf(ink: Ink): string {
  return ownMember(COLOURS, ink) ?? '#1a212c';
}

/** Returns the drawing as the text of an SVG file. `fontFace` is a rule that brings the typeface along. */
export function svgOf({ title, width, height, shapes }: Drawing, fontFace = ''): string {
  const style = `<style>${fontFace}text{font-family:${FONT};font-variant-numeric:tabular-nums;dominant-baseline:alphabetic}</style>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>${style}`,
    `<rect width="${width}" height="${height}" fill="${colourOf('surface')}"/>`,
    ...shapes.map(elementOf),
    '</svg>\n',
  ].join('\n');
}

function elementOf(shape: Shape): string {
  const colour = colourOf(shape.ink);
  switch (shape.kind) {
    case 'rect':
      return `<rect x="${px(shape.x)}" y="${px(shape.y)}" width="${px(shape.width)}" height="${px(shape.height)}" fill="${colour}"/>`;
    case 'line':
      return `<line x1="${px(shape.from.x)}" y1="${px(shape.from.y)}" x2="${px(shape.to.x)}" y2="${px(shape.to.y)}" stroke="${colour}" stroke-width="${shape.width ?? 1}" stroke-linecap="round"/>`;
    case 'mark':
      return `<path d="${shape.path}" transform="translate(${px(shape.at.x)} ${px(shape.at.y)})" fill="${colour}"/>`;
    case 'text': {
      const weight = shape.isBold === true ? ' font-weight="600"' : '';
      return `<text x="${px(shape.at.x)}" y="${px(shape.at.y)}" font-size="${shape.size ?? TEXT_SIZE}"${weight} text-anchor="${shape.anchor}" fill="${colour}">${escapeXml(shape.text)}</text>`;
    }
  }
}

/** Paints the drawing. */
export function paint({ width, height, shapes }: Drawing, context: CanvasRenderingContext2D): void {
  context.fillStyle = colourOf('surface');
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    context.fillStyle = colourOf(shape.ink);
    switch (shape.kind) {
      case 'rect':
        context.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case 'line':
        context.strokeStyle = colourOf(shape.ink);
        context.lineWidth = shape.width ?? 1;
        context.lineCap = 'round';
        context.beginPath();
        context.moveTo(shape.from.x, shape.from.y);
        context.lineTo(shape.to.x, shape.to.y);
        context.stroke();
        break;
      case 'mark':
        context.save();
        context.translate(shape.at.x, shape.at.y);
        // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- A canvas is no array.
        context.fill(new Path2D(shape.path));
        context.restore();
        break;
      case 'text':
        context.font = `${shape.isBold === true ? 600 : 400} ${shape.size ?? TEXT_SIZE}px ${FONT}`;
        context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
        context.fillText(shape.text, shape.at.x, shape.at.y);
        break;
    }
  }
}

/** About how wide a character is, of its size. */
const CHARACTER_WIDTH = 0.6;

/** Returns the text as far as it has room. */
export function fitted(text: string, width: number, size = TEXT_SIZE): string {
  const most = Math.floor(width / (size * CHARACTER_WIDTH));
  return text.length <= most ? text : `${text.slice(0, Math.max(most - 1, 0))}…`;
}

/** Hundredths of a pixel: coordinates are no longer than they need to be. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}
