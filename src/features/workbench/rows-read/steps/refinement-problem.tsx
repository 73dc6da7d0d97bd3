import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/ui/components/state-panel';
import type { RefinementAddressProblem } from '@/analysis/conditions/refinement-address';
import { useWorkbenchActions } from '../../controller/use-workbench';

const LONGEST_SHOWN = 80;

/** The message for an address whose refinement cannot be applied. All of it is ignored. */
export function RefinementProblemPanel({ problem }: { readonly problem: RefinementAddressProblem }) {
  const t = useTranslations('refine');
  const { leaveOutUnread } = useWorkbenchActions();
  return (
    <StatePanel
      icon={<IconLinkOff size={22} />}
      title={t('problemTitle')}
      actions={
        <Button variant="default" onClick={leaveOutUnread}>
          {t('runWithout')}
        </Button>
      }
    >
      <p role="alert">
        {t.rich(`problem.${problem.kind}`, {
          text: problem.text.slice(0, LONGEST_SHOWN),
          code: (text) => <code>{text}</code>,
        })}
      </p>
      {problem.kind === 'formula' && (
        <p>{t(`formula.${problem.problem.kind}`, { text: problem.problem.text })}</p>
      )}
    </StatePanel>
  );
}
