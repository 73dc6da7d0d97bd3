/** Must be imported before any library. Only worker addresses on this origin are allowed, and no HTML or script text. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (text) => {
    const url = new URL(text, location.href);
    if (url.origin !== location.origin) throw new TypeError('Scripts come from this origin only.');
    return url.href;
  },
});
