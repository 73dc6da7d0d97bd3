import '@/ui/components/modal-styles.css';
import '@mantine/core/styles/Drawer.css';
import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconChevronUp, IconCopy, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import type { ColumnType, PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { numberSymbols } from '@/lib/formats/number-symbols';
import { typeText } from '@/ui/formats/type-text';
import { useWords } from '@/ui/formats/use-words';
import { itemFieldOf } from '@/rows/price-rows/column-roles';
import type { CellPosition, GridCell } from '@/lib/grid/grid-model';
import { visibleWholeText } from '@/lib/grid/visible-text';
import { localSetting } from '@/lib/base/local-setting';
import { useAnnounce } from '@/ui/components/announcer';
import { copyText } from '@/ui/components/copy-text';
import { IconButton } from '@/ui/components/icon-button';
import { PanelSeparator } from '@/ui/components/panel-separator';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { excelCell } from '@/analysis/copies/excel-cell';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { TakeNewButton } from '../snapshot-failure-panel';
import classes from './record-panel.module.css';

const WIDTH_PX = { min: 240, default: 360, max: 720 } as const;

const widthSetting = localSetting(
  'colonnade.workbench.record',
  z.object({ widthPx: z.number().min(WIDTH_PX.min).max(WIDTH_PX.max) }),
);

/** Matches windows that are too narrow for a panel beside the grid. */
const IS_NARROW = '(max-width: 899.98px)';

export interface RecordPanelProps {
  /** The row, and the column to scroll to. */
  readonly position: CellPosition;
  readonly opened: OpenSnapshot;
  readonly columns: ResultColumns;
  /** Whether no more rows of the snapshot can be loaded. */
  readonly hasEnded: boolean;
  /** Makes another row the active one, without moving the focus. */
  readonly onGo: (rowIndex: number) => void;
  readonly onTakeNew: () => void;
  /** Called when the grid has made room for the panel. */
  readonly onShown: () => void;
  readonly onClose: () => void;
}

/** A row as a list of all its columns with full values: a region beside the grid, or a sheet in a narrow window. */
export function RecordPanel(props: RecordPanelProps) {
  const { opened, onGo, onClose, onShown } = props;
  const { rowIndex } = props.position;
  const t = useTranslations('resultsTools');
  const formats = useFormats();
  const announce = useAnnounce();
  const panelId = useId();
  const isSheet = useMediaQuery(IS_NARROW, undefined, { getInitialValueInEffect: false });
  const [widthPx, setWidthPx] = useState(() => widthSetting.read()?.widthPx ?? WIDTH_PX.default);
  const title = titleOf(rowIndex);

  const show = useEffectEvent(() => {
    onShown();
    // A sheet takes the focus and is read aloud; the region beside the grid does neither.
    if (!isSheet) announce(t('recordShown', { row: formats.formatInteger(rowIndex + 1) }));
  });
  useEffect(() => {
    // Waits until the grid has measured and rendered its new width.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => show());
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const steps = (
    <>
      <IconButton label={t('previousRow')} disabled={rowIndex === 0} onClick={() => go(rowIndex - 1)}>
        <IconChevronUp size={16} />
      </IconButton>
      <IconButton
        label={t('nextRow')}
        disabled={rowIndex >= opened.snapshot.rowCount - 1}
        onClick={() => go(rowIndex + 1)}
      >
        <IconChevronDown size={16} />
      </IconButton>
    </>
  );
  if (isSheet) {
    return (
      <Drawer.Root
        opened
        onClose={onClose}
        position="bottom"
        size="80%"
        returnFocus={false}
        onKeyDown={(event) => {
          if (event.key === 'F2') onClose();
        }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          {/* The header has no role, as in `Dialog`, because it would be a second banner of the page. */}
          <Drawer.Header role="none" className={classes['header'] ?? ''}>
            <Drawer.Title className={classes['title'] ?? ''}>{title}</Drawer.Title>
            {steps}
            <Drawer.CloseButton aria-label={t('close')} />
          </Drawer.Header>
          <Drawer.Body p={0}>
            <RecordFields {...props} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <>
      <PanelSeparator
        label={t('recordResize')}
        panelId={panelId}
        panelSide="right"
        widthPx={widthPx}
        minPx={WIDTH_PX.min}
        maxPx={WIDTH_PX.max}
        defaultPx={WIDTH_PX.default}
        onResize={(next, { isFinal }) => {
          setWidthPx(next);
          if (isFinal) widthSetting.write({ widthPx: next });
        }}
      />
      {/* The section only handles key events that bubble from its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        id={panelId}
        aria-label={t('record')}
        className={classes['panel']}
        style={{ width: widthPx }}
        onKeyDown={(event) => {
          if (event.key !== 'F2' && event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      >
        <header className={classes['header']}>
          <h2 className={classes['title']}>{title}</h2>
          {steps}
          <IconButton label={t('recordClose')} onClick={onClose}>
            <IconX size={16} />
          </IconButton>
        </header>
        <div className={classes['body']}>
          <RecordFields {...props} />
        </div>
      </section>
    </>
  );

  function go(nextRow: number): void {
    onGo(nextRow);
    announce(titleOf(nextRow));
  }

  function titleOf(row: number): string {
    return t('recordTitle', { row: formats.formatInteger(row + 1) });
  }
}

/** The columns of the row, or why the row is missing. */
function RecordFields({
  position: latest,
  opened: { rows },
  columns,
  hasEnded,
  onTakeNew,
}: RecordPanelProps) {
  // The list is rendered with a delay, because a row can have a thousand columns, which must not slow down moving in the grid.
  const position = useDeferredValue(latest);
  const { rowIndex } = position;
  const t = useTranslations('resultsTools');
  const tCommon = useTranslations('common');
  const { excelRegion } = useFormatSettings();
  const state = useSyncExternalStore(rows.subscribe, () => rows.getRowState(rowIndex));
  const row = useSyncExternalStore(rows.subscribe, () => rows.getRow(rowIndex));
  const { priceColumn } = useWorkbenchScope();
  const itemColumn = useMemo(() => itemFieldOf(priceColumn.fields)?.name, [priceColumn]);
  if (row === null) {
    if (state !== 'failed') return <Pending text={t('recordLoading')} />;
    return hasEnded ? (
      <Pending text={t('recordEnded')}>
        <TakeNewButton size="compact-sm" onClick={onTakeNew} />
      </Pending>
    ) : (
      <Pending text={t('recordFailed')}>
        <Button size="compact-sm" variant="default" onClick={() => rows.retry(rowIndex)}>
          {tCommon('tryAgain')}
        </Button>
      </Pending>
    );
  }
  const { decimal: decimalSign } = numberSymbols(excelRegion);
  return (
    <dl className={classes['list']}>
      {columns.columns.map((column) => (
        <Member
          key={column.id}
          name={column.label}
          cell={columns.getCell(row, column.id)}
          raw={columns.valueOf(row, column.id)}
          type={columns.typeOf(column.id)}
          field={columns.fieldOf(column.id)}
          decimalSign={decimalSign}
          isCurrent={column.id === position.columnId}
          isItem={column.id === itemColumn}
        />
      ))}
    </dl>
  );
}

function Pending({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes['pending']} aria-live="polite">
      <p>{text}</p>
      {children}
    </div>
  );
}

interface MemberProps {
  readonly name: string;
  readonly cell: GridCell;
  readonly raw: SnapshotRow[number];
  readonly type: ColumnType | null;
  /** The metadata of the column; undefined if the price column does not list it. */
  readonly field: PriceField | undefined;
  /** The decimal sign of the user's Excel region. */
  readonly decimalSign: string;
  readonly isCurrent: boolean;
  /** Whether the value is the number of an item, which has its own page. */
  readonly isItem: boolean;
}

function Member({ name, cell, raw, type, field, decimalSign, isCurrent, isItem }: MemberProps) {
  const t = useTranslations('resultsTools');
  const words = useWords();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <div ref={ref} className={classes['member']} data-current={isCurrent || undefined}>
      <dt className={classes['name']}>
        {name} <span className={classes['type']}>{field === undefined ? '' : typeText(words, field)}</span>
      </dt>
      <dd className={classes['value']} data-state={cell.state}>
        <Value cell={cell} />
        {typeof raw === 'string' && cell.state === 'value' && cell.title !== undefined && (
          <span className={classes['stored']}>{t('stored', { value: raw })}</span>
        )}
        {isItem && typeof raw === 'string' && cell.state === 'value' && (
          <Link to="/items/$item" params={{ item: raw }} className={classes['link']}>
            {t('menu.everythingAbout', { item: raw })}
          </Link>
        )}
        {cell.state === 'value' && <CopyValue name={name} text={excelCell(raw, type, decimalSign).text} />}
      </dd>
    </div>
  );
}

interface CopyValueProps {
  readonly name: string;
  readonly text: string;
}

const COPIED_SHOWN_MS = 2_000;

/** Copies a value and shows the outcome on the button itself. */
function CopyValue({ name, text }: CopyValueProps) {
  const t = useTranslations('resultsTools');
  const tResults = useTranslations('results');
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(null);
  // The outcome belongs to one value, because the same button copies the value of the next row.
  const current = outcome?.text === text ? outcome : null;
  const isCopied = current?.isCopied === true;
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setOutcome(null), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => setOutcome({ text, isCopied: await copyText(text) });
  return (
    <>
      <span aria-live="polite" className={classes['copy']} data-kept={isCopied || undefined}>
        <IconButton
          label={isCopied ? t('valueCopied') : t('copyValue', { name })}
          onClick={() => void copy()}
        >
          {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </IconButton>
      </span>
      {current?.isCopied === false && <span role="alert">{tResults('copyDenied')}</span>}
    </>
  );
}

function Value({ cell }: { readonly cell: GridCell }) {
  const t = useTranslations('grid');
  switch (cell.state) {
    case 'value':
      return <LongText text={cell.title ?? cell.text} />;
    case 'empty':
      return t('emptyText');
    case 'null':
      return `∅ ${t('noValue')}`;
    case 'withheld':
      return `${t('withheldName')}${cell.reason === undefined ? '' : `: ${cell.reason}`}`;
  }
}

/** The number of characters shown at first. The browser would take seconds to lay out a longer text. */
const SHOWN_AT_FIRST = 20_000;

/** Shows the start of a very long text, and the whole text on request. */
function LongText({ text }: { readonly text: string }) {
  const t = useTranslations('resultsTools');
  const formats = useFormats();
  const [wholeText, setWholeText] = useState<string | null>(null);
  const isTruncated = text.length > SHOWN_AT_FIRST && wholeText !== text;
  return (
    <>
      <span className={classes['text']}>
        {isTruncated ? `${shownText(text.slice(0, SHOWN_AT_FIRST))}…` : shownText(text)}
      </span>
      {isTruncated && (
        <Button size="compact-xs" variant="default" onClick={() => setWholeText(text)}>
          {t('showWholeText', { count: formats.formatInteger(text.length) })}
        </Button>
      )}
    </>
  );
}

/** Keeps line breaks and makes other invisible characters visible. */
function shownText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => visibleWholeText(line))
    .join('\n');
}
