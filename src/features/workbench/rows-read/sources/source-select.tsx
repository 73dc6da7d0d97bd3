import '@/ui/components/combobox-styles.css';
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ComparableSnapshot } from '../../model/compare-with';
import {
  isOfOtherColumn,
  sourceFromParameter,
  sourceToParameter,
  type Source,
} from '@/analysis/conditions/source';
import { useSourceOptions, type SnapshotsOfColumn, type SourceColumn } from './use-source-options';

interface SourceSelectProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly className?: string | undefined;
  readonly value: Source | null;
  /** The label of the option for no source; absent if the user must choose a source. */
  readonly noneLabel?: string;
  /** The snapshots that can be chosen, without the one on screen. */
  readonly snapshots: readonly ComparableSnapshot[];
  readonly priceColumns?: readonly SourceColumn[];
  readonly ofPriceColumns?: readonly SnapshotsOfColumn[];
  /** The name of the file that was chosen before; null if there was none. */
  readonly fileName?: string | null;
  /** Called when the user wants to choose a file; absent if files are not allowed. */
  readonly onChooseFile?: () => void;
  readonly onChange: (source: Source | null) => void;
}

const NONE = '';
/** The value of the option for a file, which no parameter of a source equals. */
const A_FILE = 'file';

/** A select control for the source from which rows come. */
export function SourceSelect(props: SourceSelectProps) {
  const {
    value,
    noneLabel,
    snapshots,
    priceColumns = [],
    ofPriceColumns = [],
    onChooseFile,
    onChange,
  } = props;
  const t = useTranslations('sources.select');
  const chosen = value === null ? null : sourceToParameter(value);
  const file = value?.kind === 'file' ? value.name : (props.fileName ?? null);
  const sources = [
    ...priceColumns.map(({ name, displayName }) => ({
      value: sourceToParameter({ kind: 'price-column', name }),
      label: t('priceColumn', { priceColumn: displayName }),
    })),
    ...useSourceOptions(snapshots, ofPriceColumns),
    ...(file === null
      ? []
      : [{ value: sourceToParameter({ kind: 'file', name: file }), label: t('file', { name: file }) }]),
  ];
  // A link may name a snapshot that this browser does not know, so an option is added for it.
  const ofLink =
    value === null || chosen === null || sources.some((each) => each.value === chosen)
      ? []
      : [{ value: chosen, label: isOfOtherColumn(value) ? value.name : t('ofLink') }];
  return (
    <Select
      id={props.id}
      size="xs"
      className={props.className ?? ''}
      label={props.label}
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      data={[
        ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
        ...ofLink,
        ...sources,
        ...(onChooseFile === undefined ? [] : [{ value: A_FILE, label: t('aFile') }]),
      ]}
      value={chosen ?? (noneLabel === undefined ? null : NONE)}
      openOnFocus={false}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      onChange={(next) => {
        if (next === A_FILE) onChooseFile?.();
        else onChange(next === null || next === NONE ? null : sourceFromParameter(next));
      }}
    />
  );
}
