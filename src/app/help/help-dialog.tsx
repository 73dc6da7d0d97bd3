import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { withBasePath } from '@/ui/config/base-path';
import { languageOf } from '@/lib/base/languages';
import { Dialog } from '@/ui/components/dialog';
import { KeyLines, Keystroke } from '@/ui/components/key-lines';
import { Section } from '@/ui/components/section';
import { helpKey } from './help-key';
import classes from './help-dialog.module.css';

/** The commands and their keys, in the order in which Help lists them. The keys of the grid have a separate list. */
const KEYS = [
  ['palette', ['Ctrl', 'K']],
  ['run', ['Ctrl', 'Enter']],
  ['undo', ['Ctrl', 'Z']],
  ['export', ['Ctrl', 'Shift', 'E']],
  ['goToRow', ['Ctrl', 'G']],
  ['find', ['Ctrl', 'F']],
  ['copy', ['Ctrl', 'C']],
  ['record', ['F2']],
  ['newPrices', ['Alt', 'N']],
  ['close', ['Escape']],
  ['gridKeys', ['?']],
] as const;

/** The tasks that the guide describes, in the order of its headings. */
const TASKS = [
  'find',
  'ask',
  'list',
  'record',
  'columns',
  'pivot',
  'checks',
  'changes',
  'export',
  'keep',
] as const;

const NEWS = ['views', 'refine', 'copies', 'workbook', 'metadata'] as const;

/** The **Help** dialog. It shows links to the guide, the keys, and what is new. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('help');
  const guide = withBasePath(`/guide/${languageOf(useLocale())}.html`);
  const isMac = /mac/i.test(navigator.platform);
  const [hasKey, setHasKey] = useState(() => helpKey.read() !== false);
  const nameOf = (key: string): string => {
    if (key === 'Ctrl') return isMac ? '⌘' : t('keyName.Ctrl');
    return key === 'Shift' || key === 'Escape' ? t(`keyName.${key}`) : key;
  };
  return (
    <Dialog title={t('title')} size={860} onClose={onClose}>
      <div className={classes['parts']}>
        <Section title={t('guide')} order={3} size="md" mb={6}>
          <Text size="sm" c="dimmed" mb={6}>
            {t('guideText')}
          </Text>
          <ol className={classes['tasks']}>
            {TASKS.map((task, index) => (
              <li key={task}>
                <a
                  href={`${guide}#task-${index + 1}`}
                  target="_blank"
                  rel="noreferrer"
                  className={classes['link']}
                >
                  {t(`tasks.${task}`)}
                </a>
              </li>
            ))}
          </ol>
        </Section>
        <Section title={t('keys')} order={3} size="md" mb={6}>
          <KeyLines
            lines={KEYS.map(([command, keys]) => ({
              id: command,
              name: t(`key.${command}`),
              keys: <Keystroke keys={keys.map(nameOf)} />,
            }))}
          />
          <Checkbox
            mt="sm"
            label={t('hasKey')}
            checked={hasKey}
            onChange={(event) => {
              setHasKey(event.currentTarget.checked);
              helpKey.write(event.currentTarget.checked);
            }}
          />
        </Section>
        <Section title={t('news')} order={3} size="md" mb={6} className={classes['news']}>
          <ul className={classes['tasks']}>
            {NEWS.map((entry) => (
              <li key={entry}>{t(`newsOf.${entry}`)}</li>
            ))}
          </ul>
        </Section>
      </div>
    </Dialog>
  );
}
