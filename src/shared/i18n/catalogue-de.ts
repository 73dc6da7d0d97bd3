import type { Messages } from 'use-intl';
import common from './messages/de/common.json';
import connectionCheck from './messages/de/connection-check.json';
import errors from './messages/de/errors.json';
import exportMessages from './messages/de/export.json';
import frame from './messages/de/frame.json';
import grid from './messages/de/grid.json';
import itemSchema from './messages/de/item-schema.json';
import pageVersion from './messages/de/page-version.json';
import palette from './messages/de/palette.json';
import priceColumns from './messages/de/price-columns.json';
import queryWords from './messages/de/query-words.json';
import request from './messages/de/request.json';
import results from './messages/de/results.json';
import resultsTools from './messages/de/results-tools.json';
import signIn from './messages/de/sign-in.json';
import snapshots from './messages/de/snapshots.json';
import views from './messages/de/views.json';
import workbench from './messages/de/workbench.json';

/** German. The type makes a missing key an error. */
export const germanMessages: Messages = {
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
