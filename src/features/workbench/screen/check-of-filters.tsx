import { useState } from 'react';
import { lazyPart } from '@/ui/components/lazy-part';
import { useAnnounce } from '@/ui/components/announcer';
import { useWords } from '@/ui/formats/use-words';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { useOnRequest, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { refinementOf } from '../model/draft-refinement';
import { refinementToParameter } from '@/analysis/conditions/refinement-address';
import { fieldsInReach } from '../model/resolve-query';

const SaveAsCheck = lazyPart(async () => ({
  Part: (await import('../views/checks/save-as-check')).SaveAsCheck,
}));

/** Asks for a name when the filters of the builder are saved as a check. */
export function CheckOfFilters() {
  const { priceColumn, addedFields } = useWorkbenchScope();
  const { draft } = useWorkbenchState();
  const words = useWords();
  const announce = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  useOnRequest('save-check', () => setOpen(true));
  if (!isOpen) return null;
  const refinement = refinementOf(draft);
  return (
    <SaveAsCheck
      refine={refinementToParameter(refinement) ?? ''}
      words={refinementText(words, fieldsInReach(draft, { priceColumn, addedFields }), refinement)}
      onClose={() => setOpen(false)}
      onSaved={(text) => {
        setOpen(false);
        announce(text);
      }}
    />
  );
}
