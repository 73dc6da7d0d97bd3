import { GRID_KEYS, type GridCommand } from '@/lib/grid/grid-keys';

/** A line in the list of shortcuts; its text is in the messages. */
export type ListedCommand =
  | Exclude<GridCommand, 'left' | 'right' | 'up' | 'down'>
  | 'arrows'
  | 'extend'
  | 'tab'
  | 'tab-out'
  | 'copy'
  | 'copy-headers'
  | 'find'
  | 'find-next'
  | 'go-to-row'
  | 'help';

export interface ListedKeys {
  readonly command: ListedCommand;
  /** The keys, in the notation of the grid's key bindings. */
  readonly strokes: readonly string[];
}

export interface KeyGroup {
  readonly id: 'moving' | 'selecting' | 'cells' | 'header';
  readonly keys: readonly ListedKeys[];
}

/** Returns all keyboard shortcuts of the results. Shortcuts of the grid come from the grid's own table of bindings. */
export function keyGroups({ tabMoves }: { readonly tabMoves: boolean }): readonly KeyGroup[] {
  return [
    {
      id: 'moving',
      keys: [
        { command: 'arrows', strokes: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
        ...ofGrid('page-up', 'page-down', 'page-left', 'page-right', 'row-start', 'row-end'),
        ...ofGrid('column-start', 'column-end', 'grid-start', 'grid-end'),
        { command: tabMoves ? 'tab' : 'tab-out', strokes: ['Tab'] },
        { command: 'go-to-row', strokes: ['Ctrl+G'] },
      ],
    },
    {
      id: 'cells',
      keys: [
        ...ofGrid('open', 'menu'),
        { command: 'find', strokes: ['Ctrl+F'] },
        { command: 'find-next', strokes: ['F3', 'Enter'] },
        { command: 'help', strokes: ['?'] },
      ],
    },
    {
      id: 'selecting',
      keys: [
        { command: 'extend', strokes: ['Shift'] },
        ...ofGrid('select-all', 'select-columns', 'select-rows', 'collapse'),
        { command: 'copy', strokes: ['Ctrl+C'] },
        { command: 'copy-headers', strokes: ['Ctrl+Shift+C'] },
      ],
    },
    {
      id: 'header',
      keys: [
        ...ofGrid('sort', 'sort-also'),
        { command: 'menu', strokes: strokesOf('menu', 'header') },
        ...ofGrid('move-left', 'move-right', 'narrower', 'wider'),
      ],
    },
  ];
}

function ofGrid(...commands: readonly Extract<GridCommand, ListedCommand>[]): readonly ListedKeys[] {
  return commands.map((command) => ({ command, strokes: strokesOf(command, null) }));
}

/** Returns the keys of a command in the header. If `on` is null, it returns the keys of the command's first binding. */
function strokesOf(command: GridCommand, on: 'header' | null): readonly string[] {
  const bindings = GRID_KEYS.filter((binding) => binding.command === command);
  const binding = on === null ? bindings[0] : bindings.find((each) => each.on === on);
  return binding?.strokes ?? [];
}
