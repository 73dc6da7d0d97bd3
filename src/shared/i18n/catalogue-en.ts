import about from './messages/en/about.json';
import analysis from './messages/en/analysis.json';
import changes from './messages/en/changes.json';
import checks from './messages/en/checks.json';
import columns from './messages/en/columns.json';
import common from './messages/en/common.json';
import connectionCheck from './messages/en/connection-check.json';
import errors from './messages/en/errors.json';
import exportMessages from './messages/en/export.json';
import figures from './messages/en/figures.json';
import files from './messages/en/files.json';
import shell from './messages/en/shell.json';
import grid from './messages/en/grid.json';
import help from './messages/en/help.json';
import itemSchema from './messages/en/item-schema.json';
import keptCopies from './messages/en/kept-copies.json';
import listReport from './messages/en/list-report.json';
import pageVersion from './messages/en/page-version.json';
import palette from './messages/en/palette.json';
import pivot from './messages/en/pivot.json';
import priceColumns from './messages/en/price-columns.json';
import queryLine from './messages/en/query-line.json';
import queryText from './messages/en/query-text.json';
import refine from './messages/en/refine.json';
import request from './messages/en/request.json';
import results from './messages/en/results.json';
import resultsTools from './messages/en/results-tools.json';
import signIn from './messages/en/sign-in.json';
import snapshots from './messages/en/snapshots.json';
import subset from './messages/en/subset.json';
import valueList from './messages/en/value-list.json';
import views from './messages/en/views.json';
import workbench from './messages/en/workbench.json';

/** All English messages. Every other language must have the same keys. The application loads them in parts. */
export const englishMessages = {
  about,
  analysis,
  changes,
  checks,
  columns,
  common,
  connectionCheck,
  errors,
  export: exportMessages,
  figures,
  files,
  shell,
  grid,
  help,
  itemSchema,
  keptCopies,
  listReport,
  pageVersion,
  palette,
  pivot,
  priceColumns,
  queryLine,
  queryText,
  refine,
  request,
  results,
  resultsTools,
  signIn,
  snapshots,
  subset,
  valueList,
  views,
  workbench,
};
