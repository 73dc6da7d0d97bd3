import german from '@/shared/i18n/messages/de/framed.json';
import english from '@/shared/i18n/messages/en/framed.json';
import classes from './framed-page.module.css';

/**
 * Whether another page shows this one inside itself, where it could lay its own things over the sign-in form. Hosts
 * forbid it with a header (`frame-ancestors`); this is for those that send none.
 */
export function isFramed(view: Pick<Window, 'top' | 'self'>): boolean {
  try {
    return view.top !== view.self;
  } catch {
    return true;
  }
}

/** In place of the application where it is framed: one sentence, and the way to it. */
export function showFramedPage(page: Document, language: string): void {
  const [tag, messages] = language.startsWith('de') ? ['de', german] : ['en', english];
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
