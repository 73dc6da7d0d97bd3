/** Must be imported before any library. Allows script addresses on this origin, for workers, but no strings as HTML or scripts. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (text) => {
    const url = new URL(text, location.href);
    if (url.origin !== location.origin) throw new TypeError('Scripts come from this origin only.');
    return url.href;
  },
});
