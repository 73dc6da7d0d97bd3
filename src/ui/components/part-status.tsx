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

/** Where a lazy part of the application is rendered: as a screen, within a screen, or over it like dialogs and menus. */
export type PartPlace = 'screen' | 'inline' | 'over';

/** Selects the box that is shown in place of a dialog or menu while its code is not loaded. */
export const PART_OVER = '[data-place="over"]';

export interface PartStatusProps {
  readonly state: Exclude<PartState<unknown>, { kind: 'loaded' | 'broken' }>;
  readonly place: PartPlace;
  readonly onRetry: () => void;
  /** Closes the part; absent if it cannot be closed. */
  readonly onClose?: (() => void) | undefined;
}

/** Shown in place of a part whose code is not loaded: the code is loading, waits for the network, or has failed to load. */
export function PartStatus({ state, place, onRetry, onClose }: PartStatusProps) {
  const t = useTranslations('pageVersion');
  const tCommon = useTranslations('common');
  const isNewHere = useSyncExternalStore(pageVersion.subscribe, pageVersion.isNewHere);
  const [isRetried, setRetried] = useState(false);
  const box = { place, onClose, takesFocus: isRetried || place === 'over' };
  if (state.kind === 'idle' || state.kind === 'loading') {
    // Shows nothing at first, because most parts load faster than a user could read the text.
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
          {/* The buttons are outside the alert, so that their labels are not announced with it. */}
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
  /** Whether the box takes the focus when it appears. It never takes it from a text field. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

function PartBox({ place, role, label, takesFocus, onClose, children }: PartBoxProps) {
  const tCommon = useTranslations('common');
  const boxRef = useRef<HTMLDivElement>(null);
  // This is a layout effect, to return the focus before a dialog that replaces the box remembers the focused element.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box === null || !takesFocus || isTyping()) return undefined;
    const place = currentFocusPlace();
    // The box holds the focus until the part has loaded and takes it. After a retry, the button that was focused is gone.
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
  // A portal keeps other elements from clipping or scrolling the box.
  return place === 'over' ? createPortal(box, document.body) : box;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') === true;
}
