import type { Messages } from 'use-intl';
import about from './messages/de/about.json';
import analysis from './messages/de/analysis.json';
import changes from './messages/de/changes.json';
import checks from './messages/de/checks.json';
import columns from './messages/de/columns.json';
import common from './messages/de/common.json';
import connectionCheck from './messages/de/connection-check.json';
import errors from './messages/de/errors.json';
import exportMessages from './messages/de/export.json';
import figures from './messages/de/figures.json';
import files from './messages/de/files.json';
import shell from './messages/de/shell.json';
import grid from './messages/de/grid.json';
import help from './messages/de/help.json';
import itemSchema from './messages/de/item-schema.json';
import keptCopies from './messages/de/kept-copies.json';
import listReport from './messages/de/list-report.json';
import pageVersion from './messages/de/page-version.json';
import palette from './messages/de/palette.json';
import pivot from './messages/de/pivot.json';
import priceColumns from './messages/de/price-columns.json';
import queryLine from './messages/de/query-line.json';
import queryText from './messages/de/query-text.json';
import refine from './messages/de/refine.json';
import request from './messages/de/request.json';
import results from './messages/de/results.json';
import resultsTools from './messages/de/results-tools.json';
import signIn from './messages/de/sign-in.json';
import snapshots from './messages/de/snapshots.json';
import subset from './messages/de/subset.json';
import valueList from './messages/de/value-list.json';
import views from './messages/de/views.json';
import workbench from './messages/de/workbench.json';

/** All German messages; a missing key is a type error. */
export const germanMessages: Messages = {
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
