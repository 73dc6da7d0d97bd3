import { Button, Checkbox, Group, Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import {
  IconArrowsHorizontal,
  IconColumnsOff,
  IconDots,
  IconEye,
  IconGripVertical,
  IconPinned,
  IconPinnedOff,
} from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { numberSymbols } from '@/lib/formats/number-symbols';
import {
  WRAPPED_LINES,
  type ColumnState,
  type GridColumn,
  type GridDensity,
  type ShownDigits,
} from '@/lib/grid/grid-model';
import { useColumnModel, type ColumnModel } from '@/lib/grid/use-column-model';
import { useAnnounce } from '@/ui/components/announcer';
import { IconButton } from '@/ui/components/icon-button';
import { Reordering, useReorderable } from '@/ui/components/reordering';
import { useFocusSoon } from '@/ui/components/use-focus-soon';
import { OneSelect } from '../../conditions/field-select';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { MenuRequest } from '../menus/menu-request';
import type { ResultsCommand } from '../results-command';
import type { ResultsView } from './use-results-view';
import classes from './rows-setup.module.css';
import { ownMember } from '@/lib/base/own-member';
import { textSearch } from '@/lib/base/search-terms';

const DENSITIES: readonly GridDensity[] = ['compact', 'normal', 'comfortable'];

/** The number of columns that are listed. Others are found by typing, because rendering thousands would block the page. */
const MOST_LISTED = 60;
/** Lists with at most this many columns have no search field. */
const SEARCHED_FROM = 12;

export interface RowsSetupProps {
  readonly view: ResultsView;
  readonly columns: readonly GridColumn[];
  readonly fieldOf: (columnId: string) => PriceField | undefined;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly onCommand: (command: ResultsCommand) => void;
  readonly onMenu: (request: MenuRequest) => void;
  readonly onKeys: () => void;
  readonly highlights: ReactNode;
}

/** The settings of the **Rows** view: its columns, the height of its rows, and the keyboard. */
export function RowsSetup(props: RowsSetupProps) {
  const { settings, change } = props.view;
  const { views } = useWorkbenchScope();
  const t = useTranslations('resultsTools');
  const heightId = useId();
  return (
    <Stack gap="lg">
      <Columns {...props} />
      <Stack role="group" aria-label={t('rowsGroup')} gap="xs">
        <Input.Label component="div" id={heightId} size="xs">
          {t('rowHeight')}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-labelledby={heightId}
          classNames={{ indicator: classes['indicator'] ?? '' }}
          data={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
          value={settings.density}
          onChange={(density) => change({ density })}
        />
        <Checkbox
          size="xs"
          label={t('wrapText', { count: WRAPPED_LINES })}
          checked={settings.wrapsText}
          onChange={(event) => change({ wrapsText: event.currentTarget.checked })}
        />
        {/* Charts in the headers need the rows to be read, which is only done if there are analysis views. */}
        {views.length > 1 && (
          <Checkbox
            size="xs"
            label={t('headerPictures')}
            checked={settings.hasPictures}
            onChange={(event) => change({ hasPictures: event.currentTarget.checked })}
          />
        )}
      </Stack>
      {props.highlights}
      <Stack role="group" aria-label={t('keyboardLabel')} gap="xs" align="flex-start">
        <Input.Label component="div" size="xs" aria-hidden="true">
          {t('keyboardLabel')}
        </Input.Label>
        <Checkbox
          size="xs"
          label={t('tabMoves')}
          checked={settings.tabMoves}
          onChange={(event) => change({ tabMoves: event.currentTarget.checked })}
        />
        <Button variant="default" size="compact-sm" onClick={props.onKeys}>
          {t('keys')}
        </Button>
      </Stack>
    </Stack>
  );
}

/** The columns in their order, with hidden columns last. */
function Columns(props: RowsSetupProps) {
  const { view, columns, columnState, onColumnStateChange, onCommand, onMenu } = props;
  const t = useTranslations('resultsTools');
  const tMenu = useTranslations('resultsTools.menu');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const tReorder = useTranslations('reorder');
  const focusSoon = useFocusSoon();
  const model = useColumnModel(columns, columnState, onColumnStateChange);
  const [search, setSearch] = useState('');
  const { hidden, pinnedStart, pinnedEnd, widthsPx, digits = {} } = columnState;
  const isThere = (id: string) => columns.some((column) => column.id === id);
  const hiddenHere = hidden.filter(isThere);
  const hasPins = [...pinnedStart, ...pinnedEnd].some(isThere);
  const change = (changes: Partial<ColumnState>) => onColumnStateChange({ ...columnState, ...changes });
  const wanted = search.trim();
  const shownIds = model.visibleColumns.map(({ columnId }) => columnId);
  const found = [...shownIds, ...hiddenHere].filter(textSearch(wanted));
  const whyNotHide = model.visibleColumns.length < 2 ? tMenu('whyNot.lastShown') : null;
  const hasChanges =
    hasPins ||
    hiddenHere.length > 0 ||
    Object.keys(widthsPx).length > 0 ||
    Object.keys(digits).some((id) => isThere(id));
  /** Moves a column to the position of another one with the same pinning. */
  const moveTo = (id: string, overId: string | undefined) => {
    const [from, to] = [id, overId].map((each) => model.visibleColumns.find((of) => of.columnId === each));
    if (from === undefined || to === undefined) return;
    if (from.pin !== to.pin) return announce(tMenu('whyNot.pinEdge'));
    model.moveTo(id, to.columnId);
    announce(
      tReorder('moved', { item: id, place: shownIds.indexOf(to.columnId) + 1, count: shownIds.length }),
    );
  };
  return (
    <Stack role="group" aria-label={t('columnsGroup')} gap="xs">
      <Group justify="space-between" gap="xs">
        <Input.Label component="div" size="xs" aria-hidden="true">
          {t('columnsGroup')}
        </Input.Label>
        <Text size="xs" c="var(--cn-text-muted)">
          {t('columnsShown', {
            shown: formatInteger(model.visibleColumns.length),
            all: formatInteger(columns.length),
          })}
        </Text>
      </Group>
      {columns.length > SEARCHED_FROM && (
        <TextInput
          type="search"
          size="xs"
          aria-label={t('searchColumns')}
          placeholder={t('searchColumns')}
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {columns.some(({ id }) => hasDecimals(props.fieldOf(id))) && (
        <span className={classes['digits-heading']} aria-hidden="true">
          {t('digits.heading')}
        </span>
      )}
      <Reordering ids={shownIds} nameOf={(id) => id} onDrop={moveTo}>
        <ul aria-label={t('columnsGroup')} className={classes['columns']}>
          {found.slice(0, MOST_LISTED).map((id) => (
            <ColumnLine
              key={id}
              id={id}
              label={columns.find((column) => column.id === id)?.label ?? id}
              model={model}
              whyNotHide={whyNotHide}
              // A filtered list of the columns cannot be ordered.
              canMove={wanted === '' && shownIds.length > 1}
              onMove={(offset, handleId) => {
                moveTo(id, shownIds[shownIds.indexOf(id) + offset]);
                // The focus is restored, because the browser removes it from an element that moves in the document.
                focusSoon(handleId);
              }}
              digits={hasDecimals(props.fieldOf(id)) ? (ownMember(digits, id) ?? null) : undefined}
              onDigits={(chosen) => {
                const { [id]: _, ...others } = digits;
                const next = chosen === null ? others : { ...others, [id]: chosen };
                change({ digits: Object.keys(next).length === 0 ? undefined : next });
              }}
              onShow={() => {
                change({ hidden: hidden.filter((each) => each !== id) });
                announce(t('columnShown', { column: id }));
              }}
              onMenu={onMenu}
            />
          ))}
        </ul>
      </Reordering>
      {found.length > MOST_LISTED && (
        <Text size="xs" c="var(--cn-text-muted)">
          {t('moreColumns', { count: found.length - MOST_LISTED })}
        </Text>
      )}
      <Checkbox
        size="xs"
        label={t('keepsKeys')}
        checked={view.settings.keepsKeys}
        onChange={(event) => view.change({ keepsKeys: event.currentTarget.checked })}
      />
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowsHorizontal size={14} />}
          onClick={() => onCommand({ type: 'fit-all-columns' })}
        >
          {tMenu('fitAll')}
        </Button>
        {hiddenHere.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconEye size={14} />}
            onClick={() => change({ hidden: [] })}
          >
            {tMenu('showHidden', { count: hiddenHere.length })}
          </Button>
        )}
        {hasPins && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPinnedOff size={14} />}
            onClick={() => change({ pinnedStart: [], pinnedEnd: [] })}
          >
            {t('unpinAll')}
          </Button>
        )}
        {hasChanges && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconColumnsOff size={14} />}
            onClick={() =>
              change({ pinnedStart: [], pinnedEnd: [], hidden: [], widthsPx: {}, digits: undefined })
            }
          >
            {t('resetColumns')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function hasDecimals(field: PriceField | undefined): boolean {
  return field?.type === 'number' && field.scale !== 0;
}

interface ColumnLineProps extends Pick<RowsSetupProps, 'onMenu'> {
  readonly id: string;
  readonly label: string;
  readonly model: ColumnModel;
  /** The reason why the column must stay visible; null if it may be hidden. */
  readonly whyNotHide: string | null;
  readonly canMove: boolean;
  readonly onMove: (offset: -1 | 1, handleId: string) => void;
  /** The decimal places shown; null for the default of the column's format, undefined for a column without decimal places. */
  readonly digits: ShownDigits | null | undefined;
  readonly onDigits: (digits: ShownDigits | null) => void;
  readonly onShow: () => void;
}

/** Shows, hides or moves a column and sets its decimal places. Its menu has the other actions. */
function ColumnLine(props: ColumnLineProps) {
  const { id, label, model, whyNotHide, canMove, onMove, digits, onDigits, onShow, onMenu } = props;
  const t = useTranslations('resultsTools');
  const tReorder = useTranslations('reorder');
  const handleId = useId();
  const { itemRef, handleRef, handleListeners } = useReorderable(id);
  const tMenu = useTranslations('resultsTools.menu');
  const announce = useAnnounce();
  const shown = model.visibleColumns.find(({ columnId }) => columnId === id);
  const isShown = shown !== undefined;
  return (
    <li ref={itemRef} className={classes['column']}>
      {isShown && canMove && (
        <button
          ref={handleRef}
          id={handleId}
          type="button"
          className={classes['handle']}
          aria-label={tReorder('move', { item: label })}
          title={tReorder('hint')}
          {...handleListeners}
          onKeyDown={(event: KeyboardEvent) => {
            const offset = ownMember({ ArrowUp: -1, ArrowDown: 1 }, event.key);
            if (!event.altKey) handleListeners.onKeyDown(event);
            else if (offset === -1 || offset === 1) {
              event.preventDefault();
              onMove(offset, handleId);
            }
          }}
        >
          <IconGripVertical size={13} stroke={1.6} aria-hidden="true" />
        </button>
      )}
      <Checkbox
        size="xs"
        className={classes['name'] ?? ''}
        label={label}
        checked={isShown}
        {...(isShown && whyNotHide !== null && { 'aria-disabled': true, title: whyNotHide })}
        onChange={() => {
          if (!isShown) return onShow();
          if (whyNotHide !== null) return announce(whyNotHide);
          model.hide(id);
          announce(tMenu('hidden', { column: id }));
        }}
      />
      {shown?.pin != null && (
        <IconPinned size={14} aria-label={t(shown.pin === 'start' ? 'isPinnedLeft' : 'isPinnedRight')} />
      )}
      {isShown && digits !== undefined && <Digits column={label} digits={digits} onChange={onDigits} />}
      {isShown && (
        <IconButton
          size={24}
          label={tMenu('columnMenu', { column: label })}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({
              position: { rowIndex: -1, columnId: id },
              xPx: left,
              yPx: bottom,
              opener: event.currentTarget,
            });
          }}
        >
          <IconDots size={16} />
        </IconButton>
      )}
    </li>
  );
}

interface DigitsProps {
  readonly column: string;
  readonly digits: ShownDigits | null;
  readonly onChange: (digits: ShownDigits | null) => void;
}

/** The most decimal places that can be chosen as a number. The choice of all digits can show more. */
const MOST_DIGITS = 6;

/** Chooses the decimal places that a column shows. */
function Digits({ column, digits, onChange }: DigitsProps) {
  const t = useTranslations('resultsTools.digits');
  const { locale } = useFormats();
  const { decimal } = numberSymbols(locale);
  const counts = Array.from({ length: MOST_DIGITS + 1 }, (_, count) => count);
  return (
    <div className={classes['digits']}>
      <OneSelect
        label={t('of', { column })}
        isLabelHidden
        hint={t('hint')}
        options={[
          { value: 'auto', label: t('auto') },
          ...counts.map((count) => ({
            value: String(count),
            label: count === 0 ? '0' : `0${decimal}${'0'.repeat(count)}`,
          })),
          { value: 'all', label: t('all') },
        ]}
        value={digits === null ? 'auto' : String(digits)}
        onChange={(value) => onChange(value === 'auto' ? null : value === 'all' ? 'all' : Number(value))}
      />
    </div>
  );
}
