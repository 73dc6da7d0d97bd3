import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { savedChecksQuery } from '../../storage/saved-checks.queries';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { checksFromParameter } from '@/analysis/checks/checks-address';
import { OwnCheckDialog, type OwnCheckTexts } from './own-check-dialog';
import { newOwnCheckId } from '@/analysis/checks/own-checks';
import { useStoreOwnChecks } from './use-store-own-checks';

export interface SaveAsCheckProps {
  /** The conditions and computed columns in the notation of the address (`refinement-address.ts`). */
  readonly refine: string;
  readonly words: string;
  readonly onClose: () => void;
  /** Called with a text that says what was saved. */
  readonly onSaved: (text: string) => void;
}

/** Saves conditions as a check of the price column. */
export function SaveAsCheck({ refine, words, onClose, onSaved }: SaveAsCheckProps) {
  const t = useTranslations('checks.own');
  const { priceColumn, address } = useWorkbenchScope();
  const { data: allSaved = [] } = useQuery(savedChecksQuery(useOwnRecords()));
  const store = useStoreOwnChecks();
  const [hasFailed, setHasFailed] = useState(false);
  const saved = allSaved.find((each) => each.priceColumn === priceColumn.name);
  const takenNames = [saved?.checks, address.checks].flatMap((parameter) => {
    const read = parameter === undefined ? null : checksFromParameter(parameter);
    return read?.ok === true ? read.spec.own.map(({ name }) => name) : [];
  });
  const save = async (texts: OwnCheckTexts) => {
    const check = { ...texts, id: newOwnCheckId(), isUsed: true, refine };
    const isStored = await store((own) => [...own, check]);
    setHasFailed(!isStored);
    if (isStored) onSaved(t('saved', { name: check.name }));
  };
  return (
    <OwnCheckDialog
      kind="save"
      initial={{ name: '', means: '' }}
      words={words}
      takenNames={takenNames}
      hasFailed={hasFailed}
      onClose={onClose}
      onSubmit={(texts) => void save(texts)}
    />
  );
}
