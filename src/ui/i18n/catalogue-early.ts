import arrival from './messages/en/arrival.json';
import conditions from './messages/en/conditions.json';
import configProblem from './messages/en/config-problem.json';
import signInAgain from './messages/en/sign-in-again.json';

/**
 * English messages of parts that may be opened before the first rows, and need not wait for all of `catalogue-later.ts`:
 * such a part loads them beside its code (`earlyPart`).
 */
export const earlyMessages = { arrival, conditions, configProblem, signInAgain };
