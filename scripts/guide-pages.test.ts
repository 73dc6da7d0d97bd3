import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePage } from './guide-pages.mjs';
import { projectDirectory } from './project-paths.mjs';
import { GUIDE_LANGUAGES, readMessages } from './read-messages.mjs';

const FOLDER = path.join(projectDirectory, 'docs', 'guide');
/** The limit for an image in the guide. It keeps pages fast to open, and the repository small. */
const MOST_PICTURE_BYTES = 150_000;

test('a guide is there exactly for the languages that declare one, and the README links to it', () => {
  const guides = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  expect(guides.toSorted()).toEqual(GUIDE_LANGUAGES.map((language) => `${language}.md`).toSorted());
  const readme = readFileSync(path.join(projectDirectory, 'README.md'), 'utf8');
  expect(guides.filter((name) => !readme.includes(`(docs/guide/${name})`))).toEqual([]);
});

describe.each(GUIDE_LANGUAGES)('the guide in %s', (language) => {
  const markdown = readFileSync(path.join(FOLDER, `${language}.md`), 'utf8');
  const page = guidePage(language, markdown);
  const titles = Object.values(readMessages(language)['help']?.['tasks'] ?? {});

  test('has ten tasks under the names that Help lists, each with its address', () => {
    const headings = Array.from(page.matchAll(/<h2 id="(.*?)">\d+\. (.*?)<\/h2>/g), ([, id, text]) => [
      id,
      text,
    ]);
    expect(headings).toEqual(titles.map((title, index) => [`task-${index + 1}`, title]));
    expect(titles).toHaveLength(10);
  });

  test('has a small picture of its language for each task, described in words', () => {
    const pictures = Array.from(
      page.matchAll(/<img loading="lazy" src="(.*?)" alt="(.+?)"/g),
      ([, file = '']) => file,
    );
    expect(pictures).toHaveLength(10);
    expect(pictures.filter((picture) => !picture.startsWith(`pictures/${language}-`))).toEqual([]);
    const isSmall = (picture: string) =>
      (statSync(path.join(FOLDER, picture), { throwIfNoEntry: false })?.size ?? Infinity) <
      MOST_PICTURE_BYTES;
    expect(pictures.filter((picture) => !isSmall(picture))).toEqual([]);
  });

  test('runs nothing, and loads from its own host alone', () => {
    expect(page).not.toMatch(/<script|style="|https?:/);
  });
});
