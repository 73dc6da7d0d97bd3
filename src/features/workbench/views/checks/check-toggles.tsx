import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import type { AnyCheckId } from '@/analysis/checks/own-checks';
import type { ChecksRun } from './checks-state';
import { offText } from '@/analysis/checks/off-text';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface CheckTogglesProps {
  readonly checks: Checks;
  readonly run: ChecksRun;
  /** The checks whose findings are shown; empty for all checks. */
  readonly chosen: readonly AnyCheckId[];
  readonly onChoose: (checks: readonly AnyCheckId[]) => void;
}

/** Renders a toggle button for each check in use, with its number of findings or the reason why it is not run. */
export function CheckToggles({ checks, run, chosen, onChoose }: CheckTogglesProps) {
  const t = useTranslations('checks');
  const words = useWords();
  const { formatInteger } = words.formats;
  const used: readonly { readonly id: AnyCheckId; readonly whyNot: string | null }[] = [
    ...checks.resolved.checks
      .filter(({ isUsed }) => isUsed)
      .map((check) => {
        return { id: check.definition.id, whyNot: offText(words, check) ?? run.lackingOf(check) };
      }),
    ...checks.own
      .filter(({ check }) => check.isUsed)
      .map(({ check, read }) => ({ id: check.id, whyNot: read.ok ? null : t('own.off') })),
  ];
  return (
    <Group role="group" aria-label={t('toggles.label')} gap={4}>
      {used.map(({ id, whyNot }) => {
        const count = run.countOf(id);
        const name = run.nameOf(id);
        if (whyNot !== null || count === null) {
          const notRun = t('counted', { check: name, count: t('toggles.notRun') });
          return (
            <Button
              key={id}
              size="compact-sm"
              variant="default"
              disabled
              title={whyNot ?? undefined}
              {...(whyNot !== null && { 'aria-label': `${notRun}. ${whyNot}` })}
            >
              {notRun}
            </Button>
          );
        }
        const isChosen = chosen.includes(id);
        const rows = t('rows', { formatted: formatInteger(count.open), count: count.open });
        return (
          <Button
            key={id}
            size="compact-sm"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])}
          >
            {t('counted', { check: name, count: count.isEstimate ? t('estimate', { text: rows }) : rows })}
          </Button>
        );
      })}
    </Group>
  );
}
