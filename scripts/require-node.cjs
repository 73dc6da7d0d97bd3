/* This file runs first, on any version of Node, so the oldest versions must be able to parse it. */
var parts = process.versions.node.split('.').map(Number);
var major = parts[0] || 0;
var minor = parts[1] || 0;

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Colonnade needs Node 20.19 or newer; this is ' +
      process.version +
      '. Install a current one from https://nodejs.org and try again.',
  );
  process.exit(1);
}

var isTested = major === 20 || (major === 22 && minor >= 13) || major >= 24;
if (!isTested) {
  console.warn(
    'Node ' + process.version + ' is not among the versions in use here (20.19+, 22.13+, 24+). Going on.',
  );
}
