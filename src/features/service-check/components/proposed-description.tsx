import { Button, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ServiceCheck } from '@/service-check/check-step';
import { descriptionText, reasonText } from '@/service-check/check-text';
import { followOwnDescription, storeOwnDescription } from '@/session/own-description';
import { useOwnRecords } from '@/session/use-own-records';
import { copyText } from '@/ui/components/copy-text';
import { downloadText } from '@/ui/components/download-text';
import { Section } from '@/ui/components/section';
import { useWords } from '@/ui/formats/use-words';
import classes from './service-check.module.css';

type Said = 'copied' | 'copyFailed' | 'notStored';

/** What a check proposes, with reasons, and what can be done with it. */
export function ProposedDescription({ check }: { readonly check: ServiceCheck }) {
  const t = useTranslations('serviceCheck.proposal');
  const own = useOwnRecords();
  const [said, setSaid] = useState<Said | null>(null);
  const text = descriptionText(check);
  const { proposed, notYet } = check;

  async function use(): Promise<void> {
    try {
      await storeOwnDescription(own, check.description);
    } catch {
      return setSaid('notStored');
    }
    if (await followOwnDescription(own)) window.location.reload();
    else setSaid('notStored');
  }

  return (
    <Section title={t('title')} order={2} size="lg" mb={8}>
      {proposed.length === 0 ? <Text>{t('none')}</Text> : <Keys keys={proposed} label={t('title')} />}
      {notYet.length > 0 && (
        <Section title={t('notYet')} order={3} size="md" mb={4}>
          <Text c="dimmed">{t('notYetText')}</Text>
          <Keys keys={notYet} label={t('notYet')} />
        </Section>
      )}
      {proposed.length > 0 && (
        <>
          <div className={classes['buttons']}>
            <Button onClick={() => void use()}>{t('use')}</Button>
            <Button
              variant="default"
              leftSection={said === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={() => {
                void copyText(text).then((hasWorked) => setSaid(hasWorked ? 'copied' : 'copyFailed'));
              }}
            >
              {t('copy')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              onClick={() => downloadText('service.json', 'application/json', text)}
            >
              {t('save')}
            </Button>
          </div>
          <Text c="dimmed">{t('useText')}</Text>
          <p role="status" className={classes['said']}>
            {said !== null && t(said)}
          </p>
          <Section title={t('file')} order={3} size="md" mb={4}>
            {/* The lines of the file scroll, so the block has to be reachable with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={classes['file']} tabIndex={0}>
              {text}
            </pre>
          </Section>
        </>
      )}
    </Section>
  );
}

function Keys({ keys, label }: { readonly keys: ServiceCheck['proposed']; readonly label: string }) {
  const t = useTranslations('serviceCheck.proposal');
  const words = useWords();
  return (
    <div className={classes['scroller']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('key')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((each) => (
            <tr key={each.key}>
              <th scope="row">
                <code>{each.key}</code>
              </th>
              <td>
                <code>{JSON.stringify(each.value)}</code>
              </td>
              <td>{reasonText(each, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
