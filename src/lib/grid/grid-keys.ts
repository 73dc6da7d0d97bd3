import type { CellMove } from './cell-navigation';

export type GridCommand =
  | CellMove
  | 'select-all'
  | 'select-columns'
  | 'select-rows'
  | 'collapse'
  | 'open'
  | 'menu'
  | 'sort'
  | 'sort-also'
  | 'move-left'
  | 'move-right'
  | 'narrower'
  | 'wider';

export interface GridKeyBinding {
  readonly command: GridCommand;
  readonly on: 'cell' | 'header' | 'both';
  /** Modifiers come first, in the order Ctrl, Alt, Shift. Ctrl also means Command. The list of shortcuts shows the first stroke. */
  readonly strokes: readonly string[];
}

/** The keys of the grid, shared by the grid, the list of shortcuts and the tests. */
export const GRID_KEYS: readonly GridKeyBinding[] = [
  { command: 'left', on: 'both', strokes: ['ArrowLeft'] },
  { command: 'right', on: 'both', strokes: ['ArrowRight'] },
  { command: 'up', on: 'both', strokes: ['ArrowUp'] },
  { command: 'down', on: 'both', strokes: ['ArrowDown'] },
  { command: 'page-up', on: 'both', strokes: ['PageUp'] },
  { command: 'page-down', on: 'both', strokes: ['PageDown'] },
  { command: 'page-left', on: 'both', strokes: ['Alt+PageUp'] },
  { command: 'page-right', on: 'both', strokes: ['Alt+PageDown'] },
  { command: 'row-start', on: 'both', strokes: ['Home', 'Ctrl+ArrowLeft'] },
  { command: 'row-end', on: 'both', strokes: ['End', 'Ctrl+ArrowRight'] },
  { command: 'column-start', on: 'both', strokes: ['Ctrl+ArrowUp'] },
  { command: 'column-end', on: 'both', strokes: ['Ctrl+ArrowDown'] },
  { command: 'grid-start', on: 'both', strokes: ['Ctrl+Home'] },
  { command: 'grid-end', on: 'both', strokes: ['Ctrl+End'] },
  { command: 'select-all', on: 'both', strokes: ['Ctrl+A'] },
  { command: 'select-columns', on: 'both', strokes: ['Ctrl+Space'] },
  { command: 'select-rows', on: 'cell', strokes: ['Shift+Space'] },
  { command: 'collapse', on: 'both', strokes: ['Escape'] },
  { command: 'open', on: 'cell', strokes: ['F2', 'Enter'] },
  { command: 'menu', on: 'both', strokes: ['Shift+F10', 'ContextMenu'] },
  { command: 'menu', on: 'header', strokes: ['Alt+ArrowDown', 'Ctrl+Enter'] },
  { command: 'sort', on: 'header', strokes: ['Enter', 'Space'] },
  { command: 'sort-also', on: 'header', strokes: ['Shift+Enter', 'Shift+Space'] },
  { command: 'move-left', on: 'header', strokes: ['Shift+ArrowLeft'] },
  { command: 'move-right', on: 'header', strokes: ['Shift+ArrowRight'] },
  { command: 'narrower', on: 'header', strokes: ['Alt+ArrowLeft'] },
  { command: 'wider', on: 'header', strokes: ['Alt+ArrowRight'] },
];

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The command of a key. `extends` is true if Shift was held with a move, which then extends the selection. */
export interface KeyIntent {
  readonly command: GridCommand;
  readonly extends: boolean;
}

const MOVES = new Set<GridCommand>([
  'left',
  'right',
  'up',
  'down',
  'page-up',
  'page-down',
  'page-left',
  'page-right',
  'row-start',
  'row-end',
  'column-start',
  'column-end',
  'grid-start',
  'grid-end',
]);

export function isMove(command: GridCommand): command is CellMove {
  return MOVES.has(command);
}

const COMMANDS = { cell: commandsOn('cell'), header: commandsOn('header') };

/** Returns a key's command, or null if it has none. Shift with a move extends the selection, unless that stroke has its own binding. */
export function intentOfKey(pressed: PressedKey, where: 'cell' | 'header'): KeyIntent | null {
  const commands = COMMANDS[where];
  const own = commands.get(strokeOf(pressed));
  if (own !== undefined) return { command: own, extends: false };
  if (!pressed.shiftKey) return null;
  const move = commands.get(strokeOf({ ...pressed, shiftKey: false }));
  return move !== undefined && isMove(move) ? { command: move, extends: true } : null;
}

function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const isCommand = ctrlKey || metaKey;
  return `${isCommand ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

function commandsOn(where: 'cell' | 'header'): ReadonlyMap<string, GridCommand> {
  return new Map(
    GRID_KEYS.filter(({ on }) => on === where || on === 'both').flatMap(({ command, strokes }) =>
      strokes.map((stroke) => [stroke, command] as const),
    ),
  );
}
