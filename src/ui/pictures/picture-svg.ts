import { xmlCharacters } from '@/lib/formats/xml-text';
import { withLightColours } from './light-colours';

const SVG = 'http://www.w3.org/2000/svg';

/** The CSS properties that paint a shape, with their initial values. The file contains computed values, so it needs no style sheet. */
const INITIAL_PAINT = {
  fill: 'rgb(0, 0, 0)',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
};

/** The distance of the baseline from the top of a line, as a share of the line's height. Most fonts differ from it by 0.01 or less. */
const BASELINE = 0.8;

/** Returns the shapes and texts inside an element, but not its CSS boxes, as a separate SVG document in light colors. */
export function pictureSvg(root: HTMLElement, title: string, fontFace = ''): SVGSVGElement {
  return withLightColours(() => {
    const { left, top, width, height } = root.getBoundingClientRect();
    const { backgroundColor, fontFamily, fontFeatureSettings } = getComputedStyle(root);
    const size = { width: px(width), height: px(height) };
    const svg = make('svg', { ...size, viewBox: `0 0 ${px(width)} ${px(height)}`, role: 'img' });
    const font = `font-family:${fontFamily};font-feature-settings:${fontFeatureSettings};font-variant-numeric:tabular-nums`;
    svg.append(
      make('title', {}, title),
      make('style', {}, `${fontFace}text{${font}}`),
      make('rect', { ...size, fill: backgroundColor }),
    );
    append(root, svg, { left, top });
    return svg;
  });
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function append(node: Node, svg: SVGElement, origin: Place): void {
  if (node instanceof Text) svg.append(...textsOf(node, origin));
  else if (node instanceof SVGDefsElement) svg.append(definitionsOf(node));
  else if (node instanceof SVGGeometryElement) svg.append(...shapesOf(node, origin));
  else for (const child of node.childNodes) append(child, svg, origin);
}

/** Copies the fill patterns of a chart. Shapes refer to them by id. */
function definitionsOf(defs: SVGDefsElement): SVGElement {
  const copy = defs.cloneNode(true) as SVGDefsElement;
  const copies = copy.querySelectorAll('*');
  for (const [index, element] of defs.querySelectorAll('*').entries()) {
    if (!(element instanceof SVGGeometryElement)) continue;
    copies[index]?.removeAttribute('class');
    copies[index]?.removeAttribute('data-series');
    for (const [name, value] of Object.entries(paintOf(element))) copies[index]?.setAttribute(name, value);
  }
  return copy;
}

/** Returns the shape in pixels of the new document, also if its SVG elements are nested. Empty if its width or height is 0. */
function shapesOf(element: SVGGeometryElement, { left, top }: Place): readonly SVGElement[] {
  const { a = 1, d = 1, e = 0, f = 0 } = element.getScreenCTM() ?? {};
  const x = (length: SVGAnimatedLength) => px(length.baseVal.value * a + e - left);
  const y = (length: SVGAnimatedLength) => px(length.baseVal.value * d + f - top);
  const paint = paintOf(element);
  if (element instanceof SVGLineElement) {
    const { x1, y1, x2, y2 } = element;
    return [make('line', { x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), ...paint })];
  }
  if (element instanceof SVGRectElement) {
    const { width, height, rx } = element;
    const size = { width: px(width.baseVal.value * a), height: px(height.baseVal.value * d) };
    if (Number(size.width) === 0 || Number(size.height) === 0) return [];
    const corner = rx.baseVal.value === 0 ? {} : { rx: px(rx.baseVal.value) };
    return [make('rect', { x: x(element.x), y: y(element.y), ...size, ...corner, ...paint })];
  }
  const transform = `matrix(${a} 0 0 ${d} ${px(e - left)} ${px(f - top)})`;
  return [make('path', { d: element.getAttribute('d') ?? '', transform, ...paint })];
}

function paintOf(element: SVGElement): Readonly<Record<string, string>> {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(INITIAL_PAINT)
      .map(([name, initial]) => ({ name, initial, value: style.getPropertyValue(name) }))
      .flatMap(({ name, initial, value }) => (value === initial ? [] : [[name, value]])),
  );
}

interface Line {
  text: string;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  right: number;
}

/** Returns a text element for each line of a text. Each is as wide as on screen, even if a viewer uses another font. */
function textsOf(text: Text, origin: Place): readonly SVGElement[] {
  const parent = text.parentElement;
  if (parent === null || text.data.trim() === '') return [];
  const { color, fontSize, fontWeight } = getComputedStyle(parent);
  return linesOf(text, rightEdgeOf(parent), Number.parseFloat(fontSize)).map((line) =>
    make(
      'text',
      {
        x: px(line.left - origin.left),
        y: px(line.top + line.height * BASELINE - origin.top),
        textLength: px(line.right - line.left),
        'font-size': String(Number.parseFloat(fontSize)),
        'font-weight': fontWeight,
        fill: color,
      },
      line.text,
    ),
  );
}

/** Returns the right edge at which boxes clip a text. It is -Infinity for visually hidden text, which only screen readers read. */
function rightEdgeOf(element: Element): number {
  const { overflowX } = getComputedStyle(element);
  const outer = element.parentElement === null ? Infinity : rightEdgeOf(element.parentElement);
  if (overflowX === 'visible') return outer;
  const { right, width } = element.getBoundingClientRect();
  return width <= 1 ? -Infinity : Math.min(right, outer);
}

/** Returns the lines of a text as the browser breaks them. A line that is too long ends in an ellipsis. */
function linesOf(text: Text, rightEdge: number, fontSize: number): readonly Line[] {
  const range = document.createRange();
  const lines: Line[] = [];
  let offset = 0;
  for (const character of text.data) {
    range.setStart(text, offset);
    range.setEnd(text, (offset += character.length));
    const { left, right, top, width, height } = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (width === 0) {
      // A character without a width is a combining mark, or a space that is not shown.
      if (last !== undefined && character.trim() !== '') last.text += character;
    } else if (last !== undefined && Math.abs(last.top - top) < 1) {
      last.text += character;
      last.right = right;
    } else {
      lines.push({ text: character, left, top, height, right });
    }
  }
  return lines.flatMap((line) => fitted(line, rightEdge, fontSize));
}

function fitted(line: Line, rightEdge: number, fontSize: number): readonly Line[] {
  if (line.left >= rightEdge) return [];
  if (line.right <= rightEdge + 1) return [line];
  const characters = Array.from(line.text);
  const room = (rightEdge - line.left - fontSize) / (line.right - line.left);
  const most = Math.max(Math.floor(characters.length * room), 0);
  return [{ ...line, text: `${characters.slice(0, most).join('')}…`, right: rightEdge }];
}

function make<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.textContent = xmlCharacters(text);
  return element;
}

/** Rounds to hundredths of a pixel, which keeps coordinates short. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}
