import { createFormats } from '@/lib/formats/formats';
import { createWords } from '@/ui/formats/words';
import { englishMessages } from '@/ui/i18n/catalogue-en';

export const ENGLISH = createWords(englishMessages, 'en', createFormats('en-GB', 'en'));
