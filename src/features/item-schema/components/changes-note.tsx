import { Button, Group, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { Fact, FactChange, SchemaChange } from '../model/schema-changes';
import classes from './changes-note.module.css';
import { Hint, HintAction } from './hint';

export interface ChangesNoteProps {
  readonly changes: readonly SchemaChange[];
  /** What the changes are relative to: the time of the last visit (ms since 1970), or the name of a file. */
  readonly since: number | string;
  readonly onDismiss: () => void;
}

/** Lists what was added, removed or changed since the last visit, or since a file was exported. */
export function ChangesNote({ changes, since, onDismiss }: ChangesNoteProps) {
  const t = useTranslations('itemSchema.changes');
  const { formatDateTime } = useFormats();
  const title =
    typeof since === 'string'
      ? t('titleOfFile', { file: since })
      : t('title', { moment: formatDateTime(since) });
  const summary = useChangesSummary();
  return (
    <section aria-label={typeof since === 'string' ? title : t('region')} className={classes['note']}>
      <header>
        <Group gap="4px 12px">
          <Title order={2} size="sm">
            {title}
          </Title>
          <Text span size="sm" c="dimmed" mr="auto">
            {summary(changes)}
          </Text>
          <Button variant="default" size="compact-sm" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </Group>
      </header>
      {/* A long list scrolls. It can be focused, so that it can also be scrolled by keyboard. */}
      <ul className={classes['list']} tabIndex={0} aria-label={summary(changes)}>
        {changes.map((change) => (
          <li key={change.name}>
            <strong>{change.name}</strong>{' '}
            {change.kind === 'changed' ? <Facts facts={change.facts} /> : t(change.kind)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says that the comparison with a file has found no changes. */
export function ComparedHint({
  children,
  onDismiss,
}: {
  readonly children: string;
  readonly onDismiss: () => void;
}) {
  const t = useTranslations('itemSchema.changes');
  return (
    <Hint role="alert">
      {children} <HintAction onClick={onDismiss}>{t('dismiss')}</HintAction>
    </Hint>
  );
}

/** Returns a function that summarizes changes in one sentence with their counts. */
export function useChangesSummary(): (changes: readonly SchemaChange[]) => string {
  const t = useTranslations('itemSchema.changes');
  return (changes) => {
    const added = changes.filter(({ kind }) => kind === 'added').length;
    const removed = changes.filter(({ kind }) => kind === 'removed').length;
    const changed = changes.length - added - removed;
    return [
      added > 0 ? t('countAdded', { count: added }) : null,
      removed > 0 ? t('countRemoved', { count: removed }) : null,
      changed > 0 ? t('countChanged', { count: changed }) : null,
    ]
      .filter((part) => part !== null)
      .join(', ');
  };
}

function Facts({ facts }: { readonly facts: readonly FactChange[] }) {
  const t = useTranslations('itemSchema');
  const factText = useFactText();
  return facts
    .map(({ property, before, after }) =>
      t('changes.fact', {
        property: t(`property.${property}`),
        before: factText(before),
        after: factText(after),
      }),
    )
    .join('; ');
}

function useFactText(): (fact: Fact) => string {
  const t = useTranslations('itemSchema.changes');
  const tCommon = useTranslations('common');
  return (fact) => {
    if (fact === null || fact === '') return t('nothing');
    return typeof fact === 'boolean' ? tCommon(fact ? 'yes' : 'no') : String(fact);
  };
}
