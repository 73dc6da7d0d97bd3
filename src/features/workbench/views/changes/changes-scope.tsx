import type { ReactNode } from 'react';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { FileDialog } from '../../rows-read/sources/files/file-dialog';
import type { ViewPartProps } from '../view-part';
import { ChangesStateProvider, useComparisonOfAddress } from './changes-state';

/** Provides the results and the set-up with the comparison, and shows the dialog for choosing a file. */
export function ChangesScope({ isShown, children }: ViewPartProps & { readonly children: ReactNode }) {
  const { reading } = useRowsReadScope();
  const state = useComparisonOfAddress(isShown);
  return (
    <ChangesStateProvider value={state}>
      {children}
      {isShown && (state.isChoosingFile || state.offered !== null) && (
        <FileDialog
          key={state.offered === null ? 'chosen' : 'offered'}
          purpose="compare"
          offered={state.offered?.files}
          budgetBytes={reading.budgetBytes}
          onClose={state.closeFileDialog}
          onReady={state.takeFile}
        />
      )}
    </ChangesStateProvider>
  );
}
