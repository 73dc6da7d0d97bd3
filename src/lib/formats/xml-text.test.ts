import { expect, test } from 'vitest';
import { escapeMarkup, escapeXml } from './xml-text';

test('escapes each sign of markup once', () => {
  expect(escapeMarkup('<a b="c">&amp;')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;amp;');
});

test('XML has no control characters but three, no noncharacters and no half pairs', () => {
  expect(escapeXml('a\0b\u001F\uFFFE\uD800\t\n\r<\u{1F600}')).toBe(
    'a\uFFFDb\uFFFD\uFFFD\uFFFD\t\n\r&lt;\u{1F600}',
  );
});
