import { laterMessages } from './catalogue-later';
import { signedInMessages } from './catalogue-signed-in';

/** All English messages; every other language has the same names. The application loads them in parts. */
export const englishMessages = { ...signedInMessages, ...laterMessages };
