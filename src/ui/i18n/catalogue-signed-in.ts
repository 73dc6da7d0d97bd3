import columnType from './messages/en/column-type.json';
import common from './messages/en/common.json';
import errors from './messages/en/errors.json';
import firstLook from './messages/en/first-look.json';
import shell from './messages/en/shell.json';
import grid from './messages/en/grid.json';
import pageVersion from './messages/en/page-version.json';
import palette from './messages/en/palette.json';
import priceColumns from './messages/en/price-columns.json';
import queryLine from './messages/en/query-line.json';
import queryText from './messages/en/query-text.json';
import rights from './messages/en/rights.json';
import reorder from './messages/en/reorder.json';
import results from './messages/en/results.json';
import signIn from './messages/en/sign-in.json';
import snapshots from './messages/en/snapshots.json';
import views from './messages/en/views.json';
import workbench from './messages/en/workbench.json';

/** The English messages of all screens after sign-in; what these open later uses `catalogue-later.ts`. */
export const signedInMessages = {
  columnType,
  common,
  errors,
  firstLook,
  shell,
  grid,
  pageVersion,
  palette,
  priceColumns,
  queryLine,
  queryText,
  reorder,
  results,
  rights,
  signIn,
  snapshots,
  views,
  workbench,
};
