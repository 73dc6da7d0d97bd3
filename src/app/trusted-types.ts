/**
 * The page's policy asks for Trusted Types. The only sink this application needs is the address of a worker, and that
 * must be one of our own files. No HTML and no script text is ever let through. Imported first, before any library.
 */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (text) => {
    const url = new URL(text, location.href);
    if (url.origin !== location.origin) throw new TypeError('Scripts come from this origin only.');
    return url.href;
  },
});
