import { Checkbox, Group, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '@/ui/components/dialog';
import { KeyLines, Keystroke } from '@/ui/components/key-lines';
import { keyGroups } from './key-list';
import classes from './keys-dialog.module.css';
import type { ResultsView } from './use-results-view';
import { ownMember } from '@/lib/base/own-member';

export interface KeysDialogProps {
  readonly view: ResultsView;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts of the results, and holds the two settings about keys. */
export function KeysDialog({ view: { settings, change }, onClose }: KeysDialogProps) {
  const t = useTranslations('resultsTools');
  return (
    <Dialog title={t('keysTitle')} size={860} onClose={onClose}>
      <div className={classes['groups']}>
        {keyGroups(settings).map(({ id, keys }) => (
          <section key={id} aria-labelledby={`keys-${id}`} className={classes['group']}>
            <Title order={3} id={`keys-${id}`} size="xs" c="dimmed" mb={4}>
              {t(`keysGroup.${id}`)}
            </Title>
            <KeyLines
              lines={keys.map(({ command, strokes }) => ({
                id: command,
                name: t(`key.${command}`),
                keys: strokes.map((stroke, index) => (
                  <Fragment key={stroke}>
                    {index > 0 && command !== 'arrows' && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        {t('keysOr')}{' '}
                      </Text>
                    )}
                    <Stroke stroke={stroke} />
                  </Fragment>
                )),
              }))}
            />
          </section>
        ))}
      </div>
      <Group gap="12px 32px" align="stretch" pt={8}>
        <Checkbox
          label={t('tabMoves')}
          checked={settings.tabMoves}
          onChange={(event) => change({ tabMoves: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('keysSingle')}
          checked={settings.hasSingleKeys}
          onChange={(event) => change({ hasSingleKeys: event.currentTarget.checked })}
        />
      </Group>
    </Dialog>
  );
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const NAMED = [
  'Ctrl',
  'Shift',
  'Alt',
  'Enter',
  'Space',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ContextMenu',
  'Tab',
] as const;

function Stroke({ stroke }: { readonly stroke: string }) {
  const t = useTranslations('resultsTools');
  const isMac = /mac/i.test(navigator.platform);
  const nameOf = (key: string) => {
    if (key === 'Ctrl' && isMac) return '⌘';
    const named = NAMED.find((each) => each === key);
    return named === undefined ? (ownMember(ARROWS, key) ?? key) : t(`keyName.${named}`);
  };
  return <Keystroke keys={stroke.split('+').map(nameOf)} />;
}
