import type { ViewName } from '../model/views';
import type { ViewParts } from './view-part';

/** Loads the code of each view. Only the screen imports this file; the rest of the workbench imports the names in `model/views.ts`. */
export const VIEW_LOADERS: Readonly<Record<ViewName, () => Promise<ViewParts>>> = {
  columns: async () => {
    const [{ ColumnsView }, { ColumnsSetup }] = await Promise.all([
      import('./columns/columns-view'),
      import('./columns/columns-setup'),
    ]);
    return { Part: ColumnsView, Setup: ColumnsSetup };
  },
  pivot: async () => {
    const [{ PivotView }, { PivotSetup }] = await Promise.all([
      import('./pivot/pivot-view'),
      import('./pivot/pivot-setup'),
    ]);
    return { Part: PivotView, Setup: PivotSetup };
  },
  changes: async () => {
    const [{ ChangesHost }, { ChangesSetup }, { ChangesScope }] = await Promise.all([
      import('./changes/changes-host'),
      import('./changes/changes-setup'),
      import('./changes/changes-scope'),
    ]);
    return { Part: ChangesHost, Setup: ChangesSetup, Scope: ChangesScope };
  },
  checks: async () => {
    const [{ ChecksView }, { ChecksSetup }, { ChecksScope }] = await Promise.all([
      import('./checks/checks-view'),
      import('./checks/checks-setup'),
      import('./checks/checks-scope'),
    ]);
    return { Part: ChecksView, Setup: ChecksSetup, Scope: ChecksScope };
  },
  proposal: async () => {
    const [{ ProposalView }, { ProposalSetup }, { ProposalScope }] = await Promise.all([
      import('./proposal/proposal-view'),
      import('./proposal/proposal-setup'),
      import('./proposal/proposal-scope'),
    ]);
    return { Part: ProposalView, Setup: ProposalSetup, Scope: ProposalScope };
  },
};
