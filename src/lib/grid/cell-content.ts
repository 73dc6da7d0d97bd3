import type { GridCell, GridColumn } from './grid-model';
import classes from './grid-row.module.css';
import { visibleText } from './visible-text';

/** The translated texts that cells show. They are translated once for all cells. */
export interface GridTexts {
  readonly loading: string;
  readonly noValue: string;
  readonly emptyText: string;
  readonly withheld: string;
  readonly withheldName: string;
  readonly notLoaded: string;
  readonly tryAgain: string;
  /** Explains the dotted underline of a value of which the column's format hides a part. */
  readonly shortened: (value: string) => string;
}

/** What a cell shows. `name` is the accessible name, if it differs from the text. */
export interface CellContent {
  readonly text: string;
  readonly className?: string | undefined;
  readonly name?: string;
  readonly title?: string | undefined;
}

/** Replaces a number that does not fit, because a number with missing digits would look like another number. */
const TOO_NARROW = '###';

export function contentOfCell(
  cell: GridCell,
  { align, content }: Pick<GridColumn, 'align' | 'content'>,
  texts: GridTexts,
): CellContent {
  switch (cell.state) {
    case 'value': {
      const { tone, note } = cell;
      const names: (string | undefined)[] = [];
      if (cell.title !== undefined) names.push(classes['shortened']);
      else if (align === 'left' && content !== 'figures') names.push(classes['prose']);
      if (tone !== undefined) names.push(classes[tone]);
      const text = visibleText(cell.text);
      const full = cell.title === undefined ? undefined : texts.shortened(cell.title);
      return {
        text,
        className: names.length === 0 ? undefined : names.join(' '),
        title: note === undefined ? full : [note, full].filter((part) => part !== undefined).join('\n'),
        ...(note === undefined ? {} : { name: `${text}, ${note}` }),
      };
    }
    case 'empty':
      return { text: '', name: texts.emptyText };
    case 'null':
      return { text: '∅', className: classes['null'], name: texts.noValue };
    case 'withheld':
      return {
        text: texts.withheld,
        className: classes['withheld'],
        name: texts.withheldName,
        title: cell.reason,
      };
  }
}

/** Returns the content of a cell whose column is too narrow. The accessible name and the tooltip contain the whole value. */
export function tooNarrow({ text, className, name = text, title }: CellContent): CellContent {
  // The tooltip starts with the whole value, followed by what the column's format hides.
  return { text: TOO_NARROW, className, name, title: title === undefined ? text : `${text}\n${title}` };
}

export function contentOfMissingRow(
  state: 'loading' | 'failed' | 'ready',
  align: GridColumn['align'],
  isFirst: boolean,
  texts: GridTexts,
): CellContent {
  if (state !== 'failed') {
    const className =
      align === 'right' ? `${classes['loading']} ${classes['loadingRight']}` : classes['loading'];
    return { text: texts.loading, className };
  }
  const className = classes['failed'];
  return isFirst ? { text: texts.notLoaded, className } : { text: '–', className, name: texts.notLoaded };
}
