import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { IconButton } from '@/ui/components/icon-button';
import { useWords } from '@/ui/formats/use-words';
import { computedField } from '@/analysis/conditions/computed-field';
import type { RefinementAddressProblem } from '@/analysis/conditions/refinement-address';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { CheckOutcome, type CheckOutcomeProps } from './check-outcome';
import classes from './checks.module.css';
import { OwnCheckDialog, type OwnCheckTexts } from './own-check-dialog';
import type { OwnCheck, SetOwnCheck } from '@/analysis/checks/own-checks';
import { useStoreOwnChecks } from './use-store-own-checks';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface OwnCheckItemProps extends Pick<CheckOutcomeProps, 'count'> {
  readonly set: SetOwnCheck;
  /** The position of the check among the user's own checks. */
  readonly index: number;
  readonly checks: Checks;
  /** Called when the check has been removed from storage. */
  readonly onRemoved: (removed: Pick<RemovedCheckProps, 'check' | 'index'>) => void;
}

/** Renders one of the user's own checks as a group. The check can be renamed and removed. */
export const OwnCheckItem = memo(function OwnCheckItem(props: OwnCheckItemProps) {
  const { index, checks, count, onRemoved } = props;
  const { check, read } = props.set;
  const t = useTranslations('checks.own');
  const { rowFields } = useWorkbenchScope();
  const announce = useAnnounce();
  const store = useStoreOwnChecks();
  const nameId = useId();
  const [isRenamed, setRenamed] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { spec, change } = checks;
  const computed = read.ok ? read.refinement.computedColumns.map(computedField) : [];
  const words = useWords();
  const condition = read.ok ? refinementText(words, [...rowFields, ...computed], read.refinement) : '';
  const { name, means } = check;
  const remove = async () => {
    const isStored = await store((own) => own.filter(({ id }) => id !== check.id));
    setHasFailed(!isStored);
    if (isStored) onRemoved({ check, index });
    announce(isStored ? t('removed', { name }) : t('notStored'));
  };
  const rename = async (texts: OwnCheckTexts) => {
    const isStored = await store((own) =>
      own.map((each) => (each.id === check.id ? { ...each, ...texts } : each)),
    );
    setHasFailed(!isStored);
    if (!isStored) return;
    setRenamed(false);
    announce(t('renamed', { name: texts.name }));
  };
  return (
    <li>
      <div role="group" aria-labelledby={nameId} className={classes['check']}>
        <Box maw="78ch" c={read.ok ? 'inherit' : 'dimmed'} className={classes['checkText'] ?? ''}>
          <Title order={3} id={nameId} size="sm">
            {name}
          </Title>
          <Text size="sm" my={2}>
            {means}
          </Text>
          {read.ok && (
            <Text size="xs" c="dimmed">
              {t('finds', { words: condition })}
            </Text>
          )}
        </Box>
        <Group gap={4}>
          <Text span size="xs" c="dimmed">
            {t('kind')}
          </Text>
          <IconButton label={t('renameOf', { name })} onClick={() => setRenamed(true)}>
            <IconPencil size={16} />
          </IconButton>
          <IconButton label={t('removeOf', { name })} onClick={() => void remove()}>
            <IconTrash size={16} />
          </IconButton>
          {hasFailed && !isRenamed && (
            <Text span size="xs" c="var(--cn-danger)">
              {t('notStored')}
            </Text>
          )}
        </Group>
        <Stack gap={6} align="flex-start">
          {read.ok ? (
            <CheckOutcome
              isUsed={check.isUsed}
              count={count}
              onUse={(isUsed) =>
                change({ own: spec.own.map((each) => (each.id === check.id ? { ...each, isUsed } : each)) })
              }
            />
          ) : (
            <OffReason problem={read.problem} />
          )}
        </Stack>
      </div>
      {isRenamed && (
        <OwnCheckDialog
          kind="rename"
          initial={{ name, means }}
          words={condition}
          takenNames={spec.own.flatMap((each) => (each.id === check.id ? [] : [each.name]))}
          hasFailed={hasFailed}
          onClose={() => setRenamed(false)}
          onSubmit={(texts) => void rename(texts)}
        />
      )}
    </li>
  );
});

/** Explains why this check cannot be applied to the rows on screen. */
function OffReason({ problem }: { readonly problem: RefinementAddressProblem }) {
  const t = useTranslations('checks.own');
  const tRefine = useTranslations('refine');
  return (
    <Text size="xs" c="dimmed">
      {t('off')}{' '}
      {problem.kind === 'formula'
        ? tRefine(`formula.${problem.problem.kind}`, { text: problem.problem.text })
        : tRefine.rich(`problem.${problem.kind}`, {
            text: problem.text,
            code: (text) => <code>{text}</code>,
          })}
    </Text>
  );
}

export interface RemovedCheckProps {
  readonly check: OwnCheck;
  /** The position that the check had among the user's own checks. */
  readonly index: number;
  readonly onRestored: () => void;
}

/** Names the check that was removed last, and offers to restore it. */
export function RemovedCheck({ check, index, onRestored }: RemovedCheckProps) {
  const t = useTranslations('checks.own');
  const announce = useAnnounce();
  const store = useStoreOwnChecks();
  const [hasFailed, setHasFailed] = useState(false);
  const restore = async () => {
    const isStored = await store((own) =>
      own.some(({ id }) => id === check.id) ? own : own.toSpliced(index, 0, check),
    );
    setHasFailed(!isStored);
    if (!isStored) return;
    announce(t('restored', { name: check.name }));
    onRestored();
  };
  return (
    <Text size="xs" c="dimmed" mt={8}>
      {t('removed', { name: check.name })}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void restore()}>
        {t('undoRemove')}
      </Button>
      {hasFailed && (
        <Text span inherit c="var(--cn-danger)">
          {' '}
          {t('notStored')}
        </Text>
      )}
    </Text>
  );
}
