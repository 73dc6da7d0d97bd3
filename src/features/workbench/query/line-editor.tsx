import { getDefaultZIndex, Popover } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbenchState } from '../controller/use-workbench';
import { LINE_MORE_ID } from './element-ids';
import { FieldPicker } from './field-picker';
import { FilterEditor } from './filter-editor';
import { openerId, useQueryView } from './query-context';
import { idOf, isEditedInLine, RuleChip, type LineRule, type RuleEditedInLine } from './rule-chip';
import { SortEditor } from './sort-editor';
import classes from './query-line.module.css';

export interface LineEditorPopoverProps {
  readonly lineRef: { readonly current: HTMLElement | null };
  readonly rules: readonly LineRule[];
  readonly onOpenRule: (rule: LineRule) => void;
  readonly onClose: (isByKey: boolean) => void;
}

const BELOW_DIALOGS = getDefaultZIndex('modal') - 1;

/** The editor below the query line. It is not a child of a chip, because a chip can change its width or be removed during the edit. */
export function LineEditorPopover({ lineRef, rules, onOpenRule, onClose }: LineEditorPopoverProps) {
  const t = useTranslations('queryLine');
  const tQuery = useTranslations('workbench');
  const { lineEditor } = useQueryView();
  const { draft } = useWorkbenchState();
  const anchorRef = useRef<HTMLSpanElement>(null);
  const [leftPx, setLeftPx] = useState(0);
  const rule = lineEditor?.kind === 'rule' ? ruleWith(rules, lineEditor.id) : undefined;
  const isOpen = lineEditor !== null && (lineEditor.kind !== 'rule' || rule !== undefined);
  const openerElementId = openerId(lineEditor);
  const onPressInside = useOutsidePress(isOpen, lineRef, () => {
    onClose(false);
  });
  useLayoutEffect(() => {
    const container = anchorRef.current?.offsetParent;
    if (openerElementId === null || container == null) return;
    // The editor opens at the pressed button, or at the chip of a rule that a run has opened. If the user chose the rule in the list of
    // rules, the editor stays where the list was.
    const focused = document.activeElement;
    if (focused?.closest('[data-query][role="dialog"]') != null) return;
    const isPressed = focused !== null && lineRef.current?.contains(focused) === true;
    const opener = isPressed
      ? focused
      : (document.getElementById(openerElementId) ?? document.getElementById(LINE_MORE_ID));
    if (opener === null) return;
    setLeftPx(opener.getBoundingClientRect().left - container.getBoundingClientRect().left);
    // The effect runs only when another editor opens: while a value is typed, its chip changes its width, but the editor must not move.
  }, [openerElementId, lineRef]);
  const focusId = lineEditor?.kind === 'rule' || lineEditor?.kind === 'fields' ? lineEditor.focusId : null;

  let label = t('rulesLabel');
  if (lineEditor?.kind === 'fields') label = tQuery('fields.group');
  else if (rule !== undefined) {
    label =
      rule.kind === 'filter'
        ? tQuery('filters.rule', { number: draft.filters.indexOf(rule.filter) + 1 })
        : tQuery('sort.rule', { number: draft.sort.indexOf(rule.sort) + 1 });
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    // If a list or a menu of the editor is open, Escape closes only this list or menu.
    const isOfList = target.dataset['mantineStopPropagation'] === 'true';
    const isText =
      target instanceof HTMLInputElement &&
      target.type !== 'checkbox' &&
      (target.role !== 'combobox' || target.dataset['textEntry'] !== undefined);
    const isEntered = event.key === 'Enter' && isText && !event.ctrlKey && !event.metaKey;
    if ((event.key !== 'Escape' || isOfList) && !isEntered) return;
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
  };
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      offset={6}
      width="max-content"
      trapFocus
      // If the editor opens a dialog, the dialog must cover the editor.
      zIndex={BELOW_DIALOGS}
      withRoles={false}
      // Presses outside are handled by `useOutsidePress`, because lists and calendars of the editor are elsewhere in the document.
      closeOnClickOutside={false}
      closeOnEscape={false}
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span ref={anchorRef} className={classes['anchor']} style={{ left: leftPx }} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        data-query=""
        data-draft=""
        className={classes['editor'] ?? ''}
        data-kind={lineEditor?.kind}
        onKeyDown={onKeyDown}
        onMouseDownCapture={onPressInside}
        onTouchStartCapture={onPressInside}
      >
        <FocusFirst key={openerElementId} elementId={focusId} />
        {lineEditor?.kind === 'fields' && (
          <div className={classes['fieldList']}>
            <FieldPicker place="line" />
          </div>
        )}
        {rule !== undefined && (
          <div className={classes['rule']} data-rule={idOf(rule)} data-place="line">
            {rule.kind === 'filter' ? (
              <FilterEditor filter={rule.filter} place="line" />
            ) : (
              <SortEditor rule={rule.sort} place="line" />
            )}
          </div>
        )}
        {lineEditor?.kind === 'more' && (
          <ul className={classes['list']}>
            {rules
              .filter((each) => lineEditor.ids.includes(idOf(each)))
              .map((each) => (
                <li key={idOf(each)}>
                  <RuleChip
                    rule={each}
                    isOpen={false}
                    isListed
                    onOpen={() => {
                      onOpenRule(each);
                    }}
                  />
                </li>
              ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the rule with the id if its editor is below the line; undefined if the builder edits it. */
function ruleWith(rules: readonly LineRule[], id: string): RuleEditedInLine | undefined {
  return rules.filter(isEditedInLine).find((each) => idOf(each) === id);
}

/** Focuses the element with the id once it is rendered. If `elementId` is null, the popover focuses its first control. */
function FocusFirst({ elementId }: { readonly elementId: string | null }) {
  useLayoutEffect(() => {
    const element = elementId === null ? null : document.getElementById(elementId);
    // The popover focuses the element that has this attribute when it opens.
    element?.setAttribute('data-autofocus', '');
    element?.focus({ preventScroll: true });
  }, [elementId]);
  return null;
}

/** Calls `onOutside` for a press outside. Returns a handler for presses inside, which include lists in other layers of the document. */
function useOutsidePress(
  isActive: boolean,
  lineRef: { readonly current: HTMLElement | null },
  onOutside: () => void,
): (event: SyntheticEvent) => void {
  const lastInside = useRef<Event | null>(null);
  const notify = useEffectEvent(onOutside);
  useEffect(() => {
    if (!isActive) return undefined;
    const onPress = (event: Event) => {
      // Presses on buttons of the line do not count, because these open and close the editor themselves.
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const isOfLine = button !== null && lineRef.current?.contains(button) === true;
      if (event !== lastInside.current && !isOfLine) notify();
    };
    document.addEventListener('mousedown', onPress);
    document.addEventListener('touchstart', onPress);
    return () => {
      document.removeEventListener('mousedown', onPress);
      document.removeEventListener('touchstart', onPress);
    };
  }, [isActive, lineRef]);
  return (event) => {
    lastInside.current = event.nativeEvent;
  };
}
