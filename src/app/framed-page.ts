import english from '@/ui/i18n/messages/en/framed.json';
import { languageOf } from '@/lib/base/languages';
import classes from './framed-page.module.css';

/** The messages of the page by file name, for the languages that have the file. */
const MESSAGES = import.meta.glob<typeof english>('/src/ui/i18n/messages/*/framed.json', {
  eager: true,
  import: 'default',
});

/** Whether another page embeds this one, and could cover its form. Needed for hosts that do not forbid it with `frame-ancestors`. */
export function isFramed(view: Pick<Window, 'top' | 'self'>): boolean {
  try {
    return view.top !== view.self;
  } catch {
    return true;
  }
}

/** Shows one sentence with a link to the application, in place of an application that another page embeds. */
export function showFramedPage(page: Document, language: string): void {
  const tag = languageOf(language);
  const messages = MESSAGES[`/src/ui/i18n/messages/${tag}/framed.json`] ?? english;
  page.documentElement.lang = tag;
  page.title = messages.title;

  const link = page.createElement('a');
  link.href = page.location.href;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = messages.link;
  const sentence = page.createElement('p');
  sentence.append(`${messages.text} `, link);
  const main = page.createElement('main');
  main.className = classes['page'] ?? '';
  main.append(sentence);
  page.body.replaceChildren(main);
}
