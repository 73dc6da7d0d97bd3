import type { Messages } from 'use-intl';
import common from './messages/en/common.json';
import errors from './messages/en/errors.json';
import frame from './messages/en/frame.json';
import grid from './messages/en/grid.json';
import pageVersion from './messages/en/page-version.json';
import palette from './messages/en/palette.json';
import priceColumns from './messages/en/price-columns.json';
import queryWords from './messages/en/query-words.json';
import request from './messages/en/request.json';
import results from './messages/en/results.json';
import signIn from './messages/en/sign-in.json';
import snapshots from './messages/en/snapshots.json';
import views from './messages/en/views.json';
import workbench from './messages/en/workbench.json';

/** The English of what every screen after sign-in may show; item table and exports bring their own (`lazy-part.tsx`). */
export const signedInMessages = {
  common,
  errors,
  frame,
  grid,
  pageVersion,
  palette,
  priceColumns,
  queryWords,
  request,
  results,
  signIn,
  snapshots,
  views,
  workbench,
} satisfies Partial<Messages>;
