// The image runs this program with `"custody": "server"`: `node keep-sign-ins.mjs <web server> <its arguments>` passes calls through and
// keeps refresh tokens, as `npm start` does. It runs the web server, and ends with it.
import { spawn } from 'node:child_process';
import { serve } from './serve.mjs';
import { unusedProxy } from './service-address.mjs';

const { COLONNADE_CUSTODY_SECRET: custodySecret, ...environment } = process.env;

const service = { address: new URL(given('COLONNADE_SERVICE')) };
const proxy = unusedProxy(service.address);
if (proxy !== undefined) console.error(`colonnade: ${proxy}`);
const served = await serve({
  // Only config.json is read from this folder, because the web server serves the files.
  directory: given('COLONNADE_PLACE'),
  // The value is fixed even if config.json changes later, because refresh tokens would then be passed through.
  config: { custody: 'server' },
  service,
  address: new URL(given('COLONNADE_ADDRESS')),
  custodySecret,
});
const [command = '', ...commandArguments] = process.argv.slice(2);
const webServer = spawn(command, commandArguments, {
  stdio: 'inherit',
  // The web server does not get the secret, because it does not need it.
  env: { ...environment, COLONNADE_KEEPER: `127.0.0.1:${served.port}` },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => webServer.kill(signal));
}
process.once('exit', () => webServer.kill());
webServer.once('error', (error) => {
  console.error(`colonnade: ${error.message}`);
  process.exit(1);
});
webServer.once('close', (code) => process.exit(code ?? 1));

/** @param {string} name */
function given(name) {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing: start.sh sets it.`);
  return value;
}
