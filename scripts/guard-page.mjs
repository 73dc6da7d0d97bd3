/**
 * @typedef {object} GuardMessages
 * @property {string} title
 * @property {string} text
 * @property {string} insecureTitle
 * @property {string} insecureText
 * @property {string} brokenTitle
 * @property {string} brokenText
 */

/**
 * Says in one sentence that the browser is too old, that the page needs https, or that the program did not arrive whole, in place of
 * the application. Goes to the browser as it stands here, so it keeps to what all of them can read (ECMAScript 5, no libraries) and to
 * the page's policy.
 * @param {Window} view
 * @param {string[]} needs paths from `window` on
 * @param {Record<import('../src/lib/base/languages').Language, GuardMessages>} messages
 */
export function guardPage(view, needs, messages) {
  var page = view.document;
  /** @param {string} need */
  function isThere(need) {
    /** @type {any} */
    var value = view;
    need.split('.').forEach(function (name) {
      value = value && value[name];
    });
    return Boolean(value);
  }
  // The application, should the browser come as far as to start it, looks for its element and stops without it.
  if (!needs.every(isThere)) {
    say('title', 'text');
    return;
  }
  // Over plain http browsers have no locks, no encryption and no private files, except on this computer (loopback).
  if (!view.isSecureContext) {
    say('insecureTitle', 'insecureText');
    return;
  }

  // The application marks the page as soon as it runs. Where a script of the page is missing, cut off or changed, it does not.
  view.addEventListener('load', function () {
    if (!page.documentElement.hasAttribute('data-started')) say('brokenTitle', 'brokenText');
  });
  // And it says so itself where a part that it needs to show anything cannot be loaded.
  view.addEventListener('not-started', function () {
    say('brokenTitle', 'brokenText');
  });

  /** @param {'title' | 'insecureTitle' | 'brokenTitle'} title @param {'text' | 'insecureText' | 'brokenText'} text */
  function say(title, text) {
    var wanted = view.navigator.language.toLowerCase().split('-')[0];
    /** @type {keyof typeof messages} */
    var language = 'en';
    Object.keys(messages).forEach(function (known) {
      if (known === wanted) language = /** @type {keyof typeof messages} */ (known);
    });
    var sentence = page.createElement('h1');
    sentence.style.margin = '20vh auto 0';
    sentence.style.maxWidth = '34em';
    sentence.style.padding = '0 24px';
    sentence.style.font = '16px/1.5 system-ui, sans-serif';
    sentence.appendChild(page.createTextNode(messages[language][text]));
    var main = page.createElement('main');
    main.appendChild(sentence);
    page.documentElement.lang = language;
    page.title = messages[language][title];
    var root = page.getElementById('root');
    if (root !== null) page.body.replaceChild(main, root);
  }
}
