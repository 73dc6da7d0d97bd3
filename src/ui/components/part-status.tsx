import { Button, CloseButton, Loader } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { CopyDiagnosticsButton } from './copy-diagnostics-button';
import { currentFocusPlace, returnFocus } from './focus-place';
import { StatePanel } from './state-panel';
import { pageVersion, reloadPage } from '../page-version/page-version';
import type { PartState } from '../page-version/part-loader';
import classes from './part-status.module.css';

/** Where a part is rendered: as a screen, within one, or over it like dialogs and menus. */
export type PartPlace = 'screen' | 'inline' | 'over';

/** Selects the box that stands for a dialog or menu whose code is not loaded. */
export const PART_OVER = '[data-place="over"]';

export interface PartStatusProps {
  readonly state: Exclude<PartState<unknown>, { kind: 'loaded' | 'broken' }>;
  readonly place: PartPlace;
  readonly onRetry: () => void;
  /** Absent where the part cannot be closed. */
  readonly onClose?: (() => void) | undefined;
}

/** Replaces a part whose code is not loaded: it is loading, waits for the network, or has failed. */
export function PartStatus({ state, place, onRetry, onClose }: PartStatusProps) {
  const t = useTranslations('pageVersion');
  const tCommon = useTranslations('common');
  const isNewHere = useSyncExternalStore(pageVersion.subscribe, pageVersion.isNewHere);
  const [isRetried, setRetried] = useState(false);
  const box = { place, onClose, takesFocus: isRetried || place === 'over' };
  if (state.kind === 'idle' || state.kind === 'loading') {
    // Most parts load before the text could be read.
    const isShown = isRetried || (state.kind === 'loading' && state.isLong);
    return (
      isShown && (
        <PartBox key="loading" role="status" {...box}>
          <p className={classes['line']}>
            <Loader size="xs" aria-hidden="true" /> {tCommon('loading')}
          </p>
        </PartBox>
      )
    );
  }
  const { title, text } = words();
  const canReload = isNewHere || (state.kind === 'failed' && state.reason === 'missing');
  const actions = state.kind === 'failed' && (
    <>
      {canReload && (
        <Button size="compact-sm" onClick={reloadPage}>
          {t('reload')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        onClick={() => {
          setRetried(true);
          onRetry();
        }}
      >
        {tCommon('tryAgain')}
      </Button>
    </>
  );
  return (
    <PartBox key={state.kind} role="group" label={title} {...box}>
      {place === 'screen' ? (
        <StatePanel icon={<IconAlertTriangle size={22} />} title={title} tone="failure" actions={actions}>
          <p>{text}</p>
        </StatePanel>
      ) : (
        <>
          {/* The alert excludes the buttons, whose words would be announced as well. */}
          <div role="alert">
            <p className={classes['title']}>{title}</p>
            <p className={classes['text']}>{text}</p>
          </div>
          <div className={classes['actions']}>
            {actions}
            {state.kind === 'failed' && <CopyDiagnosticsButton size="compact-sm" variant="subtle" />}
          </div>
        </>
      )}
    </PartBox>
  );

  function words(): { readonly title: string; readonly text: string } {
    if (state.kind !== 'failed') return { title: t('offlineTitle'), text: t('offlineText') };
    const title = t('notLoadedTitle');
    if (isNewHere) return { title, text: t('newVersionText') };
    return { title, text: t(state.reason === 'missing' ? 'missingText' : 'unreachableText') };
  }
}

interface PartBoxProps extends Pick<PartStatusProps, 'place' | 'onClose'> {
  readonly role: 'status' | 'group';
  readonly label?: string;
  /** Whether the box takes the focus, unless the focus is in a text field. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

function PartBox({ place, role, label, takesFocus, onClose, children }: PartBoxProps) {
  const tCommon = useTranslations('common');
  const boxRef = useRef<HTMLDivElement>(null);
  // A layout effect returns the focus before a dialog that replaces the box records where to return it.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box === null || !takesFocus || isTyping()) return undefined;
    const place = currentFocusPlace();
    // The part itself takes the focus once it is loaded; after a retry, the pressed button has been removed.
    box.focus({ preventScroll: true });
    return () => {
      if (place !== null && box.contains(document.activeElement)) returnFocus(place);
    };
  }, [takesFocus]);
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onClose === undefined) return;
    event.stopPropagation();
    onClose();
  });
  useEffect(() => {
    const box = boxRef.current;
    box?.addEventListener('keydown', close);
    return () => box?.removeEventListener('keydown', close);
  }, []);
  const box = (
    <div
      ref={boxRef}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={classes['box']}
      data-place={place}
    >
      {children}
      {onClose !== undefined && (
        <CloseButton size="sm" aria-label={tCommon('close')} className={classes['close']} onClick={onClose} />
      )}
    </div>
  );
  // In a portal, no other element clips or scrolls the box.
  return place === 'over' ? createPortal(box, document.body) : box;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') === true;
}
