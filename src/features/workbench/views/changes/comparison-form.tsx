import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHasSnapshots } from '@/session/session-context';
import { comparisonToSearch, type ComparableSnapshot, type ComparisonChoice } from '../../model/compare-with';
import { isOfOtherColumn, type SameColumnSource } from '@/analysis/conditions/source';
import { ChosenFields } from '../../conditions/chosen-fields';
import { FieldAdder, OneSelect } from '../../conditions/field-select';
import { useSetupField } from '../../rows-read/fields/use-setup-field';
import { useWorkbenchActions } from '../../controller/use-workbench';
import type { SourceWaysOut } from '../../rows-read/sources/source-failure';
import { SourceSelect } from '../../rows-read/sources/source-select';

export interface ComparisonFormProps {
  /** The snapshots to choose from, the latest first. The snapshot on screen is not among them. */
  readonly comparable: readonly ComparableSnapshot[];
  readonly choice: ComparisonChoice | null;
  /** The columns that both sides have, or those of the snapshot on screen while the other side is unknown. */
  readonly columns: readonly string[];
  readonly numberColumns: readonly string[];
  /** The columns that match rows by default; null if they have to be determined from the rows. */
  readonly usualKeys: readonly string[] | null;
  readonly usualPrice: string | null;
  /** The name of the file that was chosen before; null if none was chosen. */
  readonly fileName: string | null;
  readonly onChooseFile: () => void;
  readonly onCompare: (choice: ComparisonChoice) => void;
}

interface Draft {
  /** The comparison in the address that this draft started from. If the address changes to another comparison, the draft is dropped. */
  readonly of: string;
  readonly side: SameColumnSource | null;
  readonly keys: readonly string[] | null;
  /** The price column; null for no price column, undefined for the default. */
  readonly price: string | null | undefined;
}

const SIDE_ID = 'changes-with';
const KEYS_ID = 'changes-keys';
const NO_PRICE = '';

/** Edits the source to compare with, and the columns that match rows. Changes apply at once, so that the results always fit the set-up. */
export function ComparisonForm(props: ComparisonFormProps) {
  const { comparable, choice, columns, numberColumns, usualKeys, usualPrice } = props;
  const { fileName, onChooseFile, onCompare } = props;
  const t = useTranslations('changes');
  const of = choice === null ? '' : JSON.stringify(comparisonToSearch(choice));
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft: Draft =
    edited?.of === of
      ? edited
      : {
          of,
          side: choice?.with ?? null,
          keys: choice?.keys ?? null,
          price: choice?.price,
        };
  const keys = draft.keys ?? usualKeys ?? [];
  const price = draft.price === undefined ? usualPrice : draft.price;
  const compare = (next: Draft) => {
    const nextPrice = next.price === undefined ? usualPrice : next.price;
    if (next.side !== null) onCompare({ with: next.side, keys: next.keys ?? usualKeys, price: nextPrice });
  };
  const edit = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    if (next.side === null) setEdited(next);
    else compare(next);
  };
  return (
    <Stack role="group" aria-label={t('form.label')} gap="sm">
      <SourceSelect
        id={SIDE_ID}
        label={t('form.with')}
        placeholder={t('form.chooseSide')}
        value={draft.side}
        snapshots={comparable}
        fileName={fileName}
        onChooseFile={onChooseFile}
        onChange={(source) => {
          if (source === null || !isOfOtherColumn(source)) edit({ side: source });
        }}
      />
      <Stack gap={4}>
        <FieldAdder
          id={KEYS_ID}
          label={t('form.keys')}
          placeholder={t(keys.length === 0 ? 'form.proposeKeys' : 'form.addKey')}
          options={columns
            .filter((name) => !keys.includes(name))
            .map((name) => ({ value: name, label: name }))}
          emptyText={t('form.noColumn')}
          onAdd={(name) => edit({ keys: [...keys, name] })}
        />
        {keys.length > 0 && (
          <ChosenFields
            label={t('form.keys')}
            fields={keys}
            removeLabel={(column) => t('form.removeKey', { column })}
            onRemove={(name) => {
              const rest = keys.filter((each) => each !== name);
              edit({ keys: rest.length === 0 ? null : rest });
              document.getElementById(KEYS_ID)?.focus();
            }}
          />
        )}
      </Stack>
      <OneSelect
        label={t('form.price')}
        options={[
          ...numberColumns.map((name) => ({ value: name, label: name })),
          { value: NO_PRICE, label: t('form.noPrice') },
        ]}
        value={price ?? NO_PRICE}
        onChange={(name) => edit({ price: name === NO_PRICE ? null : name })}
      />
    </Stack>
  );
}

/** Returns what the user can do if the other side cannot be loaded: take a new snapshot, or choose another source. */
export function useSideWaysOut(): SourceWaysOut {
  const hasSnapshots = useHasSnapshots();
  const { compareWithNew } = useWorkbenchActions();
  const onChoose = useSetupField(SIDE_ID, { opens: true });
  return { onChoose, onTakeNew: hasSnapshots ? compareWithNew : null };
}

/** Returns a function that moves the focus to the field for the columns that match rows. */
export function useChooseKeys(): () => void {
  return useSetupField(KEYS_ID);
}
