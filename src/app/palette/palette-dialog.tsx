import { Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '@/ui/components/dialog';
import { matchedGroups, type PaletteEntry } from './match-entries';
import { useItemGroup, usePaletteGroups } from './use-palette-groups';
import classes from './palette-dialog.module.css';
import { ownMember } from '@/lib/base/own-member';

export interface PaletteDialogProps {
  /** Closes the dialog. `then` is called once the focus has returned to where it was. */
  readonly onClose: (then?: () => void) => void;
}

/** The command palette: an input that finds screens, records and actions. */
export function PaletteDialog({ onClose }: PaletteDialogProps) {
  const t = useTranslations('palette');
  const groups = usePaletteGroups();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const found = useMemo(() => matchedGroups(groups, text), [groups, text]);
  // The entry for an item comes last, because a word with a digit may also be part of another name.
  const matched = [...found, ...useItemGroup(text)];
  const entries = matched.flatMap((group) => group.entries);
  const active = entries[Math.min(activeIndex, entries.length - 1)];
  const activeId = active === undefined ? undefined : optionId(listId, active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (entry: PaletteEntry) => {
    onClose(entry.choose);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const at = Math.min(activeIndex, last);
    const next = ownMember(
      {
        ArrowDown: at === last ? 0 : at + 1,
        ArrowUp: at <= 0 ? last : at - 1,
        PageDown: Math.min(at + 8, last),
        PageUp: Math.max(at - 8, 0),
      },
      event.key,
    );
    if (next !== undefined) {
      event.preventDefault();
      setActiveIndex(next);
    } else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <Dialog
      title={t('title')}
      isHeaderHidden
      size={640}
      padding={0}
      yOffset="12vh"
      onClose={() => {
        onClose();
      }}
    >
      <Group gap={10} px={16} wrap="nowrap" className={classes['search'] ?? ''}>
        <IconSearch size={17} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          className={classes['input']}
          aria-label={t('title')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeId !== undefined && { 'aria-activedescendant': activeId })}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Group>
      <div ref={listRef} id={listId} role="listbox" aria-label={t('results')} className={classes['list']}>
        {matched.map((group) => (
          <div key={group.id} role="group" aria-label={group.label}>
            <Group justify="space-between" fz="xs" fw={550} c="dimmed" p="8px 10px 4px" aria-hidden="true">
              {group.label}
              {group.moreCount > 0 && (
                <span className={classes['more']}>{t('more', { count: group.moreCount })}</span>
              )}
            </Group>
            {group.entries.map((entry) => (
              // Options need no key handlers: the input handles all keys, and refers to the active option.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={entry.id}
                id={optionId(listId, entry)}
                role="option"
                aria-selected={entry === active}
                className={classes['option']}
                onPointerMove={() => {
                  const index = entries.indexOf(entry);
                  if (index !== activeIndex) setActiveIndex(index);
                }}
                onClick={() => {
                  choose(entry);
                }}
              >
                <span className={classes['label']}>{entry.label}</span>
                <span className={classes['detail']}>{entry.detail}</span>
                {entry.shortcut !== undefined && (
                  <kbd className={classes['shortcut']} aria-hidden="true">
                    {entry.shortcut}
                  </kbd>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={classes['none']}>{t('nothing')}</p>}
      <p className={classes['keys']} aria-hidden="true">
        {t('keys')}
      </p>
      <p className={classes['spoken']} aria-live="polite">
        {text === '' ? '' : t('found', { count: entries.length })}
      </p>
    </Dialog>
  );
}

function optionId(listId: string, entry: PaletteEntry): string {
  return `${listId}-${encodeURIComponent(entry.id)}`;
}
