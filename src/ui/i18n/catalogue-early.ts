import arrival from './messages/en/arrival.json';
import conditions from './messages/en/conditions.json';
import configProblem from './messages/en/config-problem.json';
import signInAgain from './messages/en/sign-in-again.json';

/** English messages of parts that may open before the first rows: `earlyPart` loads them without all of `catalogue-later.ts`. */
export const earlyMessages = { arrival, conditions, configProblem, signInAgain };
