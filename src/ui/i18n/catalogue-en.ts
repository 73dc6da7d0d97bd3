import { laterMessages } from './catalogue-later';
import { signedInMessages } from './catalogue-signed-in';

/** All English messages, which name those of every other language. The application loads them in parts. */
export const englishMessages = { ...signedInMessages, ...laterMessages };
