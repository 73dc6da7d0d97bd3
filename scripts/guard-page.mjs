/** @typedef {Record<'title' | 'text' | 'insecureTitle' | 'insecureText' | 'brokenTitle' | 'brokenText', string>} GuardMessages */

/**
 * Replaces the application with one sentence if the browser is too old, if the page needs https, or if the program did not load completely.
 * The browser gets the function's source text, so the function uses only what every browser can parse (ECMAScript 5, no libraries) and what
 * the page's policy allows. `needs` are paths from `window`.
 * @type {(view: Window, needs: string[], messages: Record<import('../src/lib/base/languages').Language, GuardMessages>) => void}
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
  // The sentence replaces the application's root element. An application that starts anyway stops without that element.
  if (!needs.every(isThere)) {
    say('title', 'text');
    return;
  }
  // Over plain http, except on this computer (loopback), browsers have no locks, no encryption and no private files.
  if (!view.isSecureContext) {
    say('insecureTitle', 'insecureText');
    return;
  }

  // The application marks the page as soon as it runs. If a script is missing, cut off or changed, the mark is missing.
  view.addEventListener('load', function () {
    if (!page.documentElement.hasAttribute('data-started')) say('brokenTitle', 'brokenText');
  });
  // The application sends this event if it cannot load a part without which it can show nothing.
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
