import { Stack } from '@mantine/core';
import { useShownParts } from '../../controller/use-shown-parts';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { sourceOfCacheKey } from '@/analysis/conditions/source';
import { useChangesState } from './changes-state';
import { metadataKeys, numberColumns, proposedPrice } from '@/analysis/comparison/compared-side';
import { ComparisonForm } from './comparison-form';
import { KeptCopyTools, type KeptCopyToolsProps } from './kept-copy-tools';

/** The set-up of **Changes**: the source to compare the snapshot with, and the key. */
export function ChangesSetup() {
  const { choice, columns, others, chosenFileName, setIsChoosingFile } = useChangesState();
  const { priceColumn, rowFields } = useWorkbenchScope();
  const { compare } = useWorkbenchActions();
  const { common } = columns;
  return (
    <Stack gap="md">
      <ComparisonForm
        comparable={others}
        choice={choice}
        columns={common}
        numberColumns={numberColumns(common, rowFields)}
        usualKeys={metadataKeys(common, priceColumn)}
        usualPrice={proposedPrice(common, rowFields)}
        fileName={chosenFileName}
        onChooseFile={() => setIsChoosingFile(true)}
        onCompare={compare}
      />
      {/* If no comparison is chosen, the message in the results offers these tools instead. */}
      {choice !== null && <ComparedCopies />}
    </Stack>
  );
}

/** Compares with the last kept copy (rows saved in this browser), and offers to keep the rows on screen. */
export function ComparedCopies({ justify }: Pick<KeptCopyToolsProps, 'justify'>) {
  const { choice, lastCopy, otherKey } = useChangesState();
  const { compare } = useWorkbenchActions();
  const { renderTools } = useShownParts();
  return (
    <KeptCopyTools
      lastCopy={lastCopy}
      isCompared={lastCopy !== null && lastCopy.cacheKey === otherKey}
      // Keys and price of a comparison with a file are dropped, because the copy may lack these columns.
      onCompare={(copy) =>
        compare({
          keys: null,
          price: undefined,
          ...(choice?.with.kind !== 'file' && choice),
          with: sourceOfCacheKey(copy.cacheKey),
        })
      }
      tools={renderTools()}
      justify={justify}
    />
  );
}
