import common from './messages/en/common.json';
import connectionCheck from './messages/en/connection-check.json';
import errors from './messages/en/errors.json';
import exportMessages from './messages/en/export.json';
import frame from './messages/en/frame.json';
import grid from './messages/en/grid.json';
import itemSchema from './messages/en/item-schema.json';
import pageVersion from './messages/en/page-version.json';
import palette from './messages/en/palette.json';
import priceColumns from './messages/en/price-columns.json';
import queryWords from './messages/en/query-words.json';
import request from './messages/en/request.json';
import results from './messages/en/results.json';
import resultsTools from './messages/en/results-tools.json';
import signIn from './messages/en/sign-in.json';
import snapshots from './messages/en/snapshots.json';
import views from './messages/en/views.json';
import workbench from './messages/en/workbench.json';

/** English, the base language, whole: every other one must have the same keys. The console itself fetches it in parts. */
export const englishMessages = {
  common,
  connectionCheck,
  errors,
  export: exportMessages,
  frame,
  grid,
  itemSchema,
  pageVersion,
  palette,
  priceColumns,
  queryWords,
  request,
  results,
  resultsTools,
  signIn,
  snapshots,
  views,
  workbench,
};
