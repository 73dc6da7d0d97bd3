import { laterMessages } from './catalogue-later';
import { signedInMessages } from './catalogue-signed-in';

/** All English messages. Every other language must have the same keys. The application loads them in parts. */
export const englishMessages = { ...signedInMessages, ...laterMessages };
