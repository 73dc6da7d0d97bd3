// The page's address names the grid: `?grid=glide`. Each comes with its own libraries and none of the others'.
const name = new URLSearchParams(location.search).get('grid');
await import(`./grids/${name}.mjs`);
