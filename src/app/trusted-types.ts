/**
 * The page's policy requires Trusted Types. The only sink that this application uses is the address of a worker, which must be
 * on the page's own origin. HTML and script text are always refused. Must be imported before any library.
 */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (text) => {
    const url = new URL(text, location.href);
    if (url.origin !== location.origin) throw new TypeError('Scripts come from this origin only.');
    return url.href;
  },
});
