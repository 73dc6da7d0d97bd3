import { startMessages } from './catalogue-start';
import about from './messages/en/about.json';
import added from './messages/en/added.json';
import analysis from './messages/en/analysis.json';
import bars from './messages/en/bars.json';
import changes from './messages/en/changes.json';
import checks from './messages/en/checks.json';
import columnType from './messages/en/column-type.json';
import columns from './messages/en/columns.json';
import conditions from './messages/en/conditions.json';
import exportMessages from './messages/en/export.json';
import files from './messages/en/files.json';
import firstLook from './messages/en/first-look.json';
import grid from './messages/en/grid.json';
import help from './messages/en/help.json';
import itemSchema from './messages/en/item-schema.json';
import item from './messages/en/item.json';
import keptCopies from './messages/en/kept-copies.json';
import listReport from './messages/en/list-report.json';
import palette from './messages/en/palette.json';
import pivot from './messages/en/pivot.json';
import priceColumns from './messages/en/price-columns.json';
import proposal from './messages/en/proposal.json';
import queryLine from './messages/en/query-line.json';
import queryText from './messages/en/query-text.json';
import refine from './messages/en/refine.json';
import reorder from './messages/en/reorder.json';
import request from './messages/en/request.json';
import resultsTools from './messages/en/results-tools.json';
import results from './messages/en/results.json';
import rights from './messages/en/rights.json';
import routine from './messages/en/routine.json';
import savedViews from './messages/en/saved-views.json';
import serviceCheck from './messages/en/service-check.json';
import shell from './messages/en/shell.json';
import signInAgain from './messages/en/sign-in-again.json';
import snapshots from './messages/en/snapshots.json';
import sources from './messages/en/sources.json';
import subset from './messages/en/subset.json';
import tableExport from './messages/en/table-export.json';
import valueList from './messages/en/value-list.json';
import views from './messages/en/views.json';
import workbench from './messages/en/workbench.json';

/** All English messages. Every other language has the same names. They are loaded with the screens behind the sign-in. */
export const englishMessages = {
  ...startMessages,
  about,
  added,
  analysis,
  bars,
  changes,
  checks,
  columnType,
  columns,
  conditions,
  export: exportMessages,
  files,
  firstLook,
  grid,
  help,
  itemSchema,
  item,
  keptCopies,
  listReport,
  palette,
  pivot,
  priceColumns,
  proposal,
  queryLine,
  queryText,
  refine,
  reorder,
  request,
  resultsTools,
  results,
  rights,
  routine,
  savedViews,
  serviceCheck,
  shell,
  signInAgain,
  snapshots,
  sources,
  subset,
  tableExport,
  valueList,
  views,
  workbench,
};
