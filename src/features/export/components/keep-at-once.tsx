import { Button, Group, Text, type GroupProps } from '@mantine/core';
import { IconArchive, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useDeleteCopy, useLabelCopy } from '@/rows/kept-copies/kept-copies.mutations';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { LabelsDialog } from '@/ui/components/labels-dialog';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import type { ExportFailure } from '../model/export-failure';
import type { ExportRequest } from '../model/export-choices';
import type { ExportView } from '../run/export-machine';
import { useExportContext } from './export-provider';
import { exportFailureText } from './export-texts';
import classes from './keep-at-once.module.css';

export interface KeepAtOnceProps {
  readonly getRequest: () => ExportRequest;
  readonly cacheKey: string;
  /** Whether no copy of another snapshot of the price column is kept yet. */
  readonly isFirst: boolean;
}

/** A button that keeps a copy of the snapshot on screen under its default name. It then turns into a notice with undo and rename. */
export function KeepAtOnce({ getRequest, cacheKey, isFirst }: KeepAtOnceProps) {
  const t = useTranslations('export');
  const tResults = useTranslations('results');
  const { formatPercent } = useFormats();
  const whyNot = useKeepObstacle() === null ? null : tResults('cannotKeep');
  const { asked, ask, queue } = useExportContext();
  const views = useSyncExternalStore(queue?.subscribe ?? subscribeToNothing, queue?.getViews ?? noViews);
  const { data: copies = [], isFetching, isPending } = useQuery(keptCopiesQuery(useOwnRecords()));
  const [isPressed, setPressed] = useState(false);
  const reasonId = useId();
  const groupRef = useRef<HTMLDivElement>(null);
  const focusHandlers = useRestoredFocus(() => {
    (groupRef.current?.querySelector('button') ?? groupRef.current)?.focus();
  });
  const view = views.findLast((each) => each.cacheKey === cacheKey && each.copyName !== undefined) ?? null;
  const state = view?.state ?? null;
  const isUnderWay = asked?.what === 'keep-at-once' || (state !== null && UNDER_WAY.has(state.status));
  const listed = copies.find((each) => each.cacheKey === cacheKey) ?? null;
  // While the list of copies is reloaded, the copy that was just written is shown, although the list does not contain it yet.
  const copy = listed ?? (isFetching && state?.status === 'kept' ? state.copy : null);

  return (
    <Group
      ref={groupRef}
      role="group"
      aria-label={t('keep.tools')}
      tabIndex={-1}
      gap={4}
      {...focusHandlers}
      justify="inherit"
    >
      {isUnderWay && <NoteText>{t('keep.keeping', { percent: formatPercent(shareOf(view)) })}</NoteText>}
      {!isUnderWay && copy !== null && (
        <Kept
          copy={copy}
          isOfNow={isPressed}
          onUndone={() => {
            setPressed(false);
            if (view !== null) queue?.remove(view.id);
          }}
        />
      )}
      {/* Until the list of copies has loaded, it is unknown whether there is already a copy. */}
      {!isUnderWay && copy === null && !isPending && (
        <>
          {(whyNot !== null || isFirst) && (
            <Text id={reasonId} size="xs" c="dimmed" mr={4}>
              {whyNot ?? t('keep.noneYet')}
            </Text>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArchive size={15} aria-hidden="true" />}
            {...(whyNot !== null && {
              'aria-disabled': true,
              'data-disabled': true,
              'aria-describedby': reasonId,
            })}
            onClick={() => {
              if (whyNot !== null) return;
              // The failed attempt is removed from the list of exports, which showed the reason of the failure.
              if (view !== null) queue?.remove(view.id);
              setPressed(true);
              ask({ what: 'keep-at-once', request: getRequest() });
            }}
          >
            {t('keep.title')}
          </Button>
          {state?.status === 'failed' && <FailureText failure={state.failure} />}
        </>
      )}
    </Group>
  );
}

interface KeptProps {
  readonly copy: KeptCopy;
  /** Whether the latest press of the button has kept this copy. */
  readonly isOfNow: boolean;
  readonly onUndone: () => void;
}

function Kept({ copy, isOfNow, onUndone }: KeptProps) {
  const t = useTranslations('export');
  const announce = useAnnounce();
  const labelling = useLabelCopy();
  const deleting = useDeleteCopy();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name } = copy;
  return (
    <>
      <NoteText title={name}>
        <IconCircleCheck size={15} aria-hidden="true" className={classes['done']} />
        {t('keep.keptAs', { name })}
      </NoteText>
      {isOfNow && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('keep.undoNamed', { name })}
          // The property `loading` is not used here, because it would disable the button and so remove its focus.
          onClick={() => {
            if (deleting.isPending) return;
            deleting.mutate(id, {
              onSuccess: () => {
                announce(t('keep.undone', { name }));
                onUndone();
              },
            });
          }}
        >
          {t('keep.undo')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('keep.renameNamed', { name })}
        aria-haspopup="dialog"
        onClick={() => setRenaming(true)}
      >
        {t('keep.rename')}
      </Button>
      {deleting.isError && (
        <p role="alert" className={classes['problem']}>
          {t('keep.notUndone')}
        </p>
      )}
      {isRenaming && (
        <LabelsDialog
          title={t('keep.rename')}
          labels={copy}
          isNamed
          isSaving={labelling.isPending}
          hasFailed={labelling.isError}
          onSave={(labels) =>
            labelling.mutate(
              { id, name: labels.name ?? name, note: labels.note },
              { onSuccess: () => setRenaming(false) },
            )
          }
          onClose={() => {
            labelling.reset();
            setRenaming(false);
          }}
        />
      )}
    </>
  );
}

function NoteText(props: Pick<GroupProps, 'title' | 'children'>) {
  return (
    <Group
      component="p"
      gap={6}
      wrap="nowrap"
      m="0 4px 0 0"
      fz="sm"
      className={classes['text'] ?? ''}
      {...props}
    />
  );
}

/** The text is not in a live region, because the announcements for exports include the failure. */
function FailureText({ failure }: { readonly failure: ExportFailure }) {
  return <p className={classes['problem']}>{exportFailureText(useWords(), failure, true)}</p>;
}

function shareOf(view: ExportView | null): number {
  return view === null || view.rowsPromised === 0 ? 0 : view.rows / view.rowsPromised;
}

const UNDER_WAY: ReadonlySet<ExportView['state']['status']> = new Set([
  'queued',
  'running',
  'paused',
  'interrupted',
]);

const NO_VIEWS: readonly ExportView[] = [];
const noViews = () => NO_VIEWS;
const subscribeToNothing = () => () => undefined;
