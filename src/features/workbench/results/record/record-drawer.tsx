import { Button, Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnType } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { numberSymbols } from '@/shared/formats/number-symbols';
import type { CellPlace, GridCell } from '@/shared/grid/grid-model';
import { visibleWholeText } from '@/shared/grid/visible-text';
import { excelCell } from '../clipboard/excel-cell';
import type { ResultColumns } from '../result-columns';
import { CopyValue } from './copy-value';
import classes from './record-drawer.module.css';

export interface RecordDrawerProps {
  /** The row, and the column to begin at. */
  readonly place: CellPlace;
  /** The whole record, or the one cell's value alone. */
  readonly isWhole: boolean;
  /** Null while it is not loaded. */
  readonly row: SnapshotRow | null;
  readonly rowCount: number;
  readonly columns: ResultColumns;
  readonly onGo: (rowIndex: number) => void;
  readonly onWhole: () => void;
  readonly onClose: () => void;
}

/** A cell's whole value, or a row as a form: every column with all that is stored. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { place, isWhole, row, columns } = props;
  const t = useTranslations('results');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const title = isWhole
    ? t('recordTitle', { row: formats.formatInteger(place.rowIndex + 1) })
    : t('valueTitle', { column: place.columnId, row: formats.formatInteger(place.rowIndex + 1) });
  const shown = columns.columns.filter((column) => isWhole || column.id === place.columnId);
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size={440}
      title={title}
      lockScroll={false}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      onKeyDown={(event) => {
        if (event.key === 'F2') props.onClose();
      }}
    >
      <div className={classes['tools']}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronUp size={16} />}
          disabled={place.rowIndex === 0}
          onClick={() => props.onGo(place.rowIndex - 1)}
        >
          {t('previousRow')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronDown size={16} />}
          disabled={place.rowIndex >= props.rowCount - 1}
          onClick={() => props.onGo(place.rowIndex + 1)}
        >
          {t('nextRow')}
        </Button>
        {!isWhole && (
          <Button size="compact-sm" variant="default" onClick={props.onWhole}>
            {t('wholeRecord')}
          </Button>
        )}
      </div>
      {row === null ? (
        <p className={classes['pending']}>{t('recordLoading')}</p>
      ) : (
        <dl className={classes['list']}>
          {shown.map((column) => (
            <Member
              key={`${place.rowIndex} ${column.id}`}
              name={column.label}
              cell={columns.getCell(row, column.id)}
              raw={columns.valueOf(row, column.id)}
              type={columns.typeOf(column.id)}
              typeLabel={columns.fieldOf(column.id)?.typeLabel ?? ''}
              decimalSign={numberSymbols(excelRegion).decimal}
              isCurrent={isWhole && column.id === place.columnId}
            />
          ))}
        </dl>
      )}
    </Drawer>
  );
}

interface MemberProps {
  readonly name: string;
  readonly cell: GridCell;
  readonly raw: SnapshotRow[number];
  readonly type: ColumnType | null;
  readonly typeLabel: string;
  /** Of the person's Excel region. */
  readonly decimalSign: string;
  readonly isCurrent: boolean;
}

function Member({ name, cell, raw, type, typeLabel, decimalSign, isCurrent }: MemberProps) {
  const t = useTranslations('results');
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <div ref={ref} className={classes['member']} data-current={isCurrent || undefined}>
      <dt className={classes['name']}>
        {name} <span className={classes['type']}>{typeLabel}</span>
      </dt>
      <dd className={classes['value']} data-state={cell.state}>
        <Value cell={cell} />
        {typeof raw === 'string' && cell.state === 'value' && cell.title !== undefined && (
          <span className={classes['stored']}>{t('stored', { value: raw })}</span>
        )}
        {cell.state === 'value' && <CopyValue name={name} text={excelCell(raw, type, decimalSign).text} />}
      </dd>
    </div>
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

/** Beyond this the browser takes seconds to lay a text out. */
const SHOWN_AT_FIRST = 20_000;

/** A text of which very much is shown on demand. */
function LongText({ text }: { readonly text: string }) {
  const t = useTranslations('results');
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN_AT_FIRST && !isWhole;
  return (
    <>
      <span className={classes['text']}>
        {isCut ? `${shownText(text.slice(0, SHOWN_AT_FIRST))}…` : shownText(text)}
      </span>
      {isCut && (
        <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
          {t('showWholeText', { count: formats.formatInteger(text.length) })}
        </Button>
      )}
    </>
  );
}

/** Line ends stay line ends here; all else that would be invisible is shown. */
function shownText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => visibleWholeText(line))
    .join('\n');
}
