import type { ViewDefinition } from '../view-definition';

export const proposalView = {
  name: 'proposal',
  parameters: { proposal: 'kept' },
  needs: 'rows',
  staysMounted: false,
  load: async () => {
    const [{ ProposalView }, { ProposalSetup }, { ProposalScope }] = await Promise.all([
      import('./proposal-view'),
      import('./proposal-setup'),
      import('./proposal-scope'),
    ]);
    return { Part: ProposalView, Setup: ProposalSetup, Scope: ProposalScope };
  },
} as const satisfies ViewDefinition;
