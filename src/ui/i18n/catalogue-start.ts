import arrival from './messages/en/arrival.json';
import common from './messages/en/common.json';
import configProblem from './messages/en/config-problem.json';
import connectionCheck from './messages/en/connection-check.json';
import errors from './messages/en/errors.json';
import pageVersion from './messages/en/page-version.json';
import signIn from './messages/en/sign-in.json';

/** The English messages that are needed before sign-in: those of the sign-in screen, and of pages that replace a screen. */
export const startMessages = {
  arrival,
  common,
  configProblem,
  connectionCheck,
  errors,
  pageVersion,
  signIn,
};
