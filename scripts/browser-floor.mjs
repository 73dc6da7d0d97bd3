/** The oldest supported browsers, by MDN's names. The build converts newer syntax for them (docs/browsers.md). */
export const BROWSER_FLOOR = { chrome: '120', edge: '120', firefox: '124', safari: '17.4' };

/** The oldest supported browsers in the notation of the bundler. */
export const BUILD_TARGETS = Object.entries(BROWSER_FLOOR).map(
  ([browser, version]) => `${browser}${version}`,
);

/** The newest features that the console needs, as paths from `window`. Each browser older than `BROWSER_FLOOR` lacks at least one. */
export const GUARD_NEEDS = ['AbortSignal.any', 'URL.canParse'];

/** By MDN's key of a feature that some supported browsers lack: what happens without it. @type {Record<string, string>} */
export const BEYOND_FLOOR = {
  'api.trustedTypes': 'The rest of the page policy holds.',
  'api.TrustedTypePolicyFactory': 'As above.',
  'api.ClipboardItem': 'The way that needs no such object comes first.',
  'api.FileSystemFileHandle.createWritable': 'A queued export does not outlive a reload.',
  'api.Window.showSaveFilePicker': 'Files are downloaded.',
  'api.Window.showDirectoryPicker': 'Files are downloaded, one after the other.',
  'api.Navigator.deviceMemory': 'What may be read into memory is limited by 2 GB alone.',
  'api.TouchEvent.targetTouches': 'Only where there is a touch screen, and there it is.',
  'css.at-rules.media.prefers-reduced-transparency': 'Nothing depends on it.',
  'css.at-rules.page': 'Prints with the margins of the browser.',
  'css.properties.content-visibility': 'Long records are drawn whole.',
  'css.properties.forced-color-adjust': 'There are no forced colours either.',
  'css.properties.print-color-adjust': 'Pictures are printed without their grounds.',
  'css.properties.scrollbar-color': 'Scrollbars look like those of the system.',
  'css.properties.scrollbar-gutter': 'The panel moves by a scrollbar’s width when it begins to scroll.',
  'css.properties.scrollbar-width': 'Scrollbars are as wide as those of the system.',
  'css.properties.text-decoration': 'Lines under texts are straight.',
  'css.properties.zoom': 'An item is printed on several pages.',
  'css.properties.text-wrap.balance': 'Lines break as they come.',
  'css.properties.text-wrap.pretty': 'Lines break as they come.',
  'css.selectors.-webkit-search-cancel-button': 'There is no second button to hide.',
};

/** Features that some supported browsers lack and only packages use. The packages handle their absence. @type {Record<string, string>} */
export const BEYOND_FLOOR_IN_PACKAGES = {
  'api.Navigator.userAgentData': 'The positioning of menus takes the user agent instead.',
  'api.Window.clearImmediate': 'In a part of the engine that runs in Node alone.',
  'css.properties.text-box-edge': 'Captions of buttons are centred by their line, not by their letters.',
  'css.properties.text-box-trim': 'As above.',
  'css.selectors.-webkit-inner-spin-button': 'Firefox has another way, which stands beside it.',
  'css.selectors.-webkit-scrollbar': 'As above.',
  'css.selectors.-webkit-search-results-button': 'There is no such button.',
};
