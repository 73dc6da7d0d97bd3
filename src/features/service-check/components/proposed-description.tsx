import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readServiceDescription } from '@/contract/read-description';
import type { ServiceCheck } from '@/service-check/check-step';
import { descriptionText, reasonText } from '@/service-check/check-text';
import { pathsNotPassedOn } from '@/session/paths-not-passed-on';
import { useIsServerCustody } from '@/session/session-context';
import { useOwnDescription } from '@/session/use-own-description';
import { Section } from '@/ui/components/section';
import { useWords } from '@/ui/formats/use-words';
import { DescriptionFile } from './description-file';
import classes from './service-check.module.css';

/** What a check proposes, with reasons, and what can be done with it. */
export function ProposedDescription({ check }: { readonly check: ServiceCheck }) {
  const t = useTranslations('serviceCheck.proposal');
  const own = useOwnDescription();
  const [status, setStatus] = useState<{ readonly text: string } | null>(null);
  const text = descriptionText(check);
  const { proposed, notYet, outcome, description } = check;
  const paths = useRefusedPaths(description);

  function use(): void {
    if (paths.length > 0) setStatus({ text: t('notPassedOn', { keys: paths.join(', ') }) });
    else setStatus({ text: own.use(description) ? t('stored') : t('notStored') });
  }

  return (
    <Section title={t('title')} order={2} size="lg" mb={8}>
      {proposed.length === 0 ? <Text>{t('none')}</Text> : <Keys keys={proposed} label={t('title')} />}
      {notYet.length > 0 && (
        <Section title={t('notYet')} order={3} size="md" mt={20} mb={4}>
          <Text c="dimmed">{t('notYetText')}</Text>
          <Keys keys={notYet} label={t('notYet')} />
        </Section>
      )}
      {proposed.length > 0 && (
        <>
          <Text className={classes['use'] ?? ''}>
            {outcome.kind === 'missing' ? t('useMissing') : t('useText')}
          </Text>
          <DescriptionFile text={text} status={status}>
            {outcome.kind !== 'missing' && <Button onClick={use}>{t('use')}</Button>}
          </DescriptionFile>
          <Section title={t('file')} order={3} size="md" mt={20} mb={4}>
            {/* The lines of the file scroll, so the block has to be reachable with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={classes['file']} tabIndex={0} aria-label={t('file')}>
              {text}
            </pre>
          </Section>
        </>
      )}
    </Section>
  );
}

/** Returns the keys of addresses that the console's server would not pass on. */
function useRefusedPaths(json: ServiceCheck['description']): readonly string[] {
  const isServerCustody = useIsServerCustody();
  if (!isServerCustody) return [];
  const result = readServiceDescription(json);
  return result.ok ? pathsNotPassedOn(result.description).flatMap(({ key }) => key ?? []) : [];
}

function Keys({ keys, label }: { readonly keys: ServiceCheck['proposed']; readonly label: string }) {
  const t = useTranslations('serviceCheck.proposal');
  const words = useWords();
  return (
    // In a narrow window the columns scroll, so the box has to be reachable with the keyboard.
    <div className={classes['scroller']} role="group" aria-label={label} tabIndex={0}>
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
