import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { junitXml } from './junit-xml';

test('a reader of XML gets every text back, but for what XML cannot hold', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyChar, maxLength: 40 }),
    fc.constantFrom('\u009B31m', '##vso[task.setvariable variable=A]b', 'a\u2028b'),
  );
  fc.assert(
    fc.property(texts, texts, texts, (suite, name, text) => {
      const xml = junitXml(suite, [
        { name, className: suite, failure: { message: name, text } },
        { name: 'sound', className: suite, failure: null },
      ]);
      expect(xml).not.toMatch(/[\u007F-\u009F\u2028\u2029]|##\w*\[/);
      const read = new DOMParser().parseFromString(xml, 'text/xml');
      expect(read.querySelector('parsererror')).toBeNull();
      const held = (value: string) =>
        // oxlint-disable-next-line no-control-regex
        value.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD');
      const suiteRead = read.querySelector('testsuite');
      expect(suiteRead?.getAttribute('name')).toBe(held(suite));
      expect(suiteRead?.getAttribute('tests')).toBe('2');
      expect(suiteRead?.getAttribute('failures')).toBe('1');
      const [failed, sound] = read.querySelectorAll('testcase');
      expect(failed?.getAttribute('name')).toBe(held(name));
      expect(failed?.querySelector('failure')?.textContent).toBe(held(text));
      expect(sound?.childElementCount).toBe(0);
    }),
  );
});
