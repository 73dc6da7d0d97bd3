import { Button } from '@mantine/core';
import { IconPencil, IconTableShare, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { useFormats } from '@/ui/formats/format-settings-context';
import { partnersCondition, type PartnerCount } from '@/analysis/conditions/added-columns';
import { useWorkbenchActions } from '../../controller/use-workbench';
import coverageClasses from '../reading/coverage-bar.module.css';
import subsetClasses from '../rows/subset-rows.module.css';
import { SourceStatus } from '../sources/source-status';
import type { AddedRows, AddedSource } from './use-added-rows';

export interface AddedSourcesProps {
  readonly rows: AddedRows;
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** Shows for each source of added columns its progress, and how many rows have a matching row in the source. */
export function AddedSources({ rows, onEdit, onRemove }: AddedSourcesProps) {
  return rows.sources.map((source, index) => (
    <SourceBar
      key={source.columns.label}
      rows={rows}
      source={source}
      onEdit={() => onEdit(index)}
      onRemove={() => onRemove(index)}
    />
  ));
}

const PARTNER_COUNTS: readonly PartnerCount[] = ['found', 'missing', 'several', 'unknown'];

interface SourceBarProps {
  readonly rows: AddedRows;
  readonly source: AddedSource;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function SourceBar({ rows, source, onEdit, onRemove }: SourceBarProps) {
  const t = useTranslations('added');
  const tCommon = useTranslations('common');
  const { locale, formatInteger } = useFormats();
  const announce = useAnnounce();
  const { showRows } = useWorkbenchActions();
  const { columns, state, lacking, counts } = source;
  const { label } = columns;
  const isJoining = counts === null && rows.failure === null && lacking.length === 0;
  const all = counts === null ? 0 : counts.found + counts.missing + counts.several + counts.unknown;
  const kinds = counts === null ? [] : PARTNER_COUNTS.filter((kind) => counts[kind] > 0);
  return (
    <>
      <div role="group" aria-label={t('group', { label })} className={coverageClasses['bar']}>
        <IconTableShare size={16} aria-hidden="true" />
        <p role="status" aria-label={t('status', { label })} className={subsetClasses['words']}>
          {lacking.length > 0
            ? t('lacking', { label, columns: new Intl.ListFormat(locale).format(lacking) })
            : counts === null
              ? t(rows.failure === null ? 'pending' : 'failed', { label })
              : t('result', {
                  label,
                  found: formatInteger(counts.found),
                  all: formatInteger(all),
                  count: all,
                  several: counts.several,
                  severalFormatted: formatInteger(counts.several),
                  unknown: counts.unknown,
                  unknownFormatted: formatInteger(counts.unknown),
                })}
        </p>
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="compact-sm"
            onClick={() => showRows({ conditions: [partnersCondition(label, kind)] })}
          >
            {t(`open.${kind}`, { formatted: formatInteger(counts?.[kind] ?? 0), count: counts?.[kind] ?? 0 })}
          </Button>
        ))}
        {rows.failure !== null && (
          <Button variant="default" size="compact-sm" onClick={rows.retry}>
            {tCommon('tryAgain')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={14} aria-hidden="true" />}
          aria-label={t('editOf', { label })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconX size={14} aria-hidden="true" />}
          aria-label={t(isJoining ? 'cancelOf' : 'removeOf', { label })}
          onClick={() => {
            onRemove();
            announce(t('removed', { label }));
          }}
        >
          {t(isJoining ? 'cancel' : 'remove')}
        </Button>
      </div>
      {counts === null && state.status !== 'read' && (
        <SourceStatus
          name={label}
          state={state}
          waysOut={{ onChoose: onEdit, onTakeNew: null }}
          onChooseFile={onEdit}
          isBelowBar
        />
      )}
    </>
  );
}
