/** This function runs in the page. It finds the state of the grid through accessibility attributes. */
export function workbenchProbe() {
  const grid = () => document.querySelector('[role="grid"]');
  globalThis.probe = {
    topRow: () => {
      const topPx = grid()?.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? 0;
      for (const row of grid()?.querySelectorAll('[data-row]') ?? []) {
        const { top, bottom, height } = row.getBoundingClientRect();
        if (height > 0 && top <= topPx + 0.5 && bottom > topPx + 0.5) {
          return Number(row.getAttribute('data-row')) + (topPx - top) / height;
        }
      }
      return null;
    },
    isThere: (row) => grid()?.querySelector(`[data-row="${row}"]:not([aria-busy])`) != null,
    // The focused row stays in the document when it is outside of the view. Such a row needs no content.
    isBusy: () => {
      const busy = [...(grid()?.querySelectorAll('[data-row][aria-busy="true"]') ?? [])];
      const view = grid()?.getBoundingClientRect();
      return busy.some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return view !== undefined && bottom > view.top && top < view.bottom;
      });
    },
  };
}
