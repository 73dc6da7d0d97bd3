import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { RenderHeaderPicture } from '@/lib/grid/data-grid-props';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { SmallPicture } from '../../bars/small-picture';
import { CoverageBar } from '../../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../../rows-read/reading/no-rows-read';
import { SizeChoice } from '../../rows-read/reading/size-choice';
import type { Reading } from '../../rows-read/reading/use-reading';
import { usePublish } from '../../controller/use-published-rows';
import { useShownParts } from '../../controller/use-shown-parts';
import { createColumnTexts } from '@/analysis/profiles/column-texts';
import { columnProfileQuery } from './column-profile.queries';
import classes from './header-pictures.module.css';
import { useProfileInputs, type ProfileInput } from './use-column-profiles';

/** Shows charts in the column headers of the grid. Unless they cover all rows, a text below the grid says which rows they cover. */
export function HeaderPictures({ reading }: { readonly reading: Reading }) {
  const { turnPicturesOff, takeFocus } = useShownParts();
  const { state, rowsRead } = reading;
  const t = useTranslations('columns');
  const restoredFocus = useRestoredFocus(takeFocus);
  usePublishedPictures(reading);
  if (rowsRead?.coverage.kind === 'all') return null;
  const isChoosing = state.status === 'choosing';
  return (
    <section aria-label={t('headers.label')} className={classes['bar']} {...restoredFocus}>
      <Group gap="4px 8px" px={12} py={4}>
        <Text size="sm" fw={550}>
          {t('headers.label')}
        </Text>
        {!isChoosing && state.snapshotRows > 0 && <CoverageBar reading={reading} />}
        <Button variant="default" size="compact-sm" ml="auto" onClick={turnPicturesOff}>
          {t('headers.off')}
        </Button>
      </Group>
      {isChoosing && <SizeChoice reading={reading} />}
      {!isChoosing && rowsRead === null && <NoRowsRead reading={reading} />}
    </section>
  );
}

/** Publishes a function that renders the charts. While rows are read, it renders placeholders, so that no visible chart changes. */
function usePublishedPictures({ state, rowsRead }: Reading): void {
  const words = useWords();
  const isPending = state.status === 'reading';
  const shown = isPending ? null : rowsRead;
  const inputs = useProfileInputs(shown?.table ?? null);
  const render = useMemo(
    () => (isPending ? renderPending : shown && renderPictures(words, shown, inputs)),
    [isPending, shown, inputs, words],
  );
  usePublish('headerPicture', render);
}

const renderPending: RenderHeaderPicture = () => <PendingPicture />;

function renderPictures(
  words: Words,
  rowsRead: RowsRead,
  inputs: readonly ProfileInput[],
): RenderHeaderPicture {
  const byName = new Map(inputs.map((input) => [input.column.name, input]));
  return (columnId, descriptionId) => {
    const input = byName.get(columnId);
    if (input === undefined) return null;
    return <HeaderPicture words={words} rowsRead={rowsRead} input={input} descriptionId={descriptionId} />;
  };
}

function PendingPicture() {
  return <span className={classes['pending']} />;
}

interface HeaderPictureProps {
  readonly words: Words;
  readonly rowsRead: RowsRead;
  readonly input: ProfileInput;
  readonly descriptionId: string;
}

/** The chart of one column, with the same figures as its profile. The description of the chart is also its tooltip. */
function HeaderPicture({ words, rowsRead, input, descriptionId }: HeaderPictureProps) {
  const { column, field, denominators } = input;
  const { data: profile, isError } = useQuery(columnProfileQuery(rowsRead, column, denominators));
  if (profile === undefined) return isError ? '–' : <PendingPicture />;
  const { distribution, filledCount } = profile;
  const texts = createColumnTexts(words, column, field, profile.isEstimate);
  const text = texts.picture(distribution, filledCount);
  return (
    <span className={classes['picture']} title={text}>
      <SmallPicture distribution={distribution} label={null} />
      <span id={descriptionId} hidden>
        {text}
      </span>
    </span>
  );
}
