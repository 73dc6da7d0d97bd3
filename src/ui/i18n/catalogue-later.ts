import { earlyMessages } from './catalogue-early';
import about from './messages/en/about.json';
import added from './messages/en/added.json';
import analysis from './messages/en/analysis.json';
import changes from './messages/en/changes.json';
import checks from './messages/en/checks.json';
import columns from './messages/en/columns.json';
import connectionCheck from './messages/en/connection-check.json';
import exportMessages from './messages/en/export.json';
import tableExport from './messages/en/table-export.json';
import files from './messages/en/files.json';
import help from './messages/en/help.json';
import item from './messages/en/item.json';
import itemSchema from './messages/en/item-schema.json';
import keptCopies from './messages/en/kept-copies.json';
import listReport from './messages/en/list-report.json';
import pivot from './messages/en/pivot.json';
import proposal from './messages/en/proposal.json';
import refine from './messages/en/refine.json';
import request from './messages/en/request.json';
import resultsTools from './messages/en/results-tools.json';
import routine from './messages/en/routine.json';
import savedViews from './messages/en/saved-views.json';
import sources from './messages/en/sources.json';
import subset from './messages/en/subset.json';
import valueList from './messages/en/value-list.json';

/** The English messages of everything that opens after the first screens, in one file that `lazyPart` loads. */
export const laterMessages = {
  ...earlyMessages,
  about,
  added,
  analysis,
  changes,
  checks,
  columns,
  connectionCheck,
  export: exportMessages,
  tableExport,
  files,
  help,
  item,
  itemSchema,
  keptCopies,
  listReport,
  pivot,
  proposal,
  refine,
  request,
  resultsTools,
  routine,
  savedViews,
  sources,
  subset,
  valueList,
};
