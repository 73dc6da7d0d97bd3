import { parseSearch } from '@/lib/base/search-params';
import { shownChangesFromParameter } from '@/analysis/comparison/changes-address';
import { checksFromParameter } from '@/analysis/checks/checks-address';
import { subsetFromParameter } from '@/analysis/conditions/subset-address';
import { pivotFromParameter } from '@/analysis/pivot/pivot-address';
import { addedColumnsFromParameter } from '@/analysis/conditions/added-columns';
import { comparisonFromSearch } from '@/features/workbench/model/compare-with';
import { highlightAddressProblems, highlightsFromParameter } from '@/features/workbench/model/highlight';
import { listReportState, reportedLists } from '@/features/workbench/model/list-report';
import { unpackSearch } from '@/features/workbench/model/packed-search';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import { refinementFromParameter } from '@/analysis/conditions/refinement-address';
import { snapshotViews, viewOfAddress } from '@/features/workbench/model/snapshot-view';
import { positionFromSearch, workbenchSearchSchema } from '@/features/workbench/model/workbench-search';
import { isLockedInTest, TEST_PRICE_COLUMN } from '../test-price-column';

const OTHER_PRICE_COLUMN = { ...TEST_PRICE_COLUMN, name: 'Other' };

/**
 * Returns everything that the workbench reads from a link to the test price column, as JSON. `search` is the address's query string.
 * `lists` are the lists that the browser stores.
 */
export function openLink(search: string, lists: ReadonlyMap<string, string>): unknown {
  const unpacked = unpackSearch(workbenchSearchSchema.parse(parseSearch(search)), lists);
  const address = unpacked.search;
  const columns = TEST_PRICE_COLUMN.fields.filter((field) => !isLockedInTest(field));
  const names = columns.map(({ name }) => name);
  const query = queryFromSearch(address, TEST_PRICE_COLUMN, isLockedInTest);
  const { subset, refine, pivot, checks, roles, changes, highlight, added } = address;
  const highlighted = highlightsFromParameter(highlight);
  const opened = {
    query,
    missingLists: unpacked.missing,
    position: positionFromSearch(address, { hasAnalysis: true }),
    view: viewOfAddress(address, snapshotViews(true)),
    savedView: address.view,
    report: listReportState(address, reportedLists(query.draft)),
    subset: subset && subsetFromParameter(subset, columns),
    refinement: refine && refinementFromParameter(refine, columns),
    highlights: highlight && {
      ...highlighted,
      unusable: highlightAddressProblems(highlighted.highlights, columns),
    },
    added:
      added &&
      addedColumnsFromParameter(added, {
        columns,
        priceColumn: TEST_PRICE_COLUMN,
        priceColumns: [TEST_PRICE_COLUMN, OTHER_PRICE_COLUMN],
        isLocked: isLockedInTest,
      }),
    pivot: pivot && pivotFromParameter(pivot, columns),
    checks: checks && checksFromParameter(checks),
    roles: roles && checksFromParameter(roles),
    comparison: comparisonFromSearch(address),
    shownChanges:
      changes && shownChangesFromParameter(changes, { differing: names, groups: names, weights: names }),
  };
  return JSON.parse(JSON.stringify(opened));
}
