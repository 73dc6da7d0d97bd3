import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/ui/components/state-panel';
import type { AddedAddressProblem } from '@/analysis/conditions/added-columns';
import { useWorkbenchActions } from '../../controller/use-workbench';

const LONGEST_SHOWN = 80;

/** The message for an address whose added columns cannot be used. All of them are ignored, and so are conditions that may name them. */
export function AddedProblemPanel({ problem }: { readonly problem: AddedAddressProblem }) {
  const t = useTranslations('added');
  const { addColumns } = useWorkbenchActions();
  return (
    <StatePanel
      icon={<IconLinkOff size={22} />}
      title={t('problemTitle')}
      actions={
        <Button variant="default" onClick={() => addColumns(undefined, undefined)}>
          {t('showWithout')}
        </Button>
      }
    >
      <p role="alert">
        {t.rich(`problem.${problem.kind}`, {
          text: problem.text.slice(0, LONGEST_SHOWN),
          code: (text) => <code>{text}</code>,
        })}
      </p>
    </StatePanel>
  );
}
