import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectDirectory } from '../scripts/project-paths.mjs';
import { contentSecurityPolicy } from './content-security-policy.mjs';
import {
  ADDRESS_REFUSED,
  addressBelow,
  METHOD_REFUSED,
  OWN_RESPONSE_HEADERS,
  PASSED_METHODS,
  PASSED_REQUEST_HEADERS,
  PASSED_RESPONSE_HEADERS,
  REFUSED_ADDRESSES,
  UPSTREAM_HEADER,
} from './passed-messages.mjs';
import {
  CACHE_CONTROL,
  FILE_ENDINGS,
  HASHED_FILES,
  HEALTH,
  LIVE_FILES,
  SCREENS,
  SECURITY_HEADERS,
} from './static-files.mjs';

// The files in deploy/ are written by hand. These tests compare them with the lists that our own server uses: a file fails if it
// lacks an entry of a list, or has another one.

const deployDirectory = path.join(projectDirectory, 'deploy');

function read(name: string): string {
  return readFileSync(path.join(deployDirectory, name), 'utf8');
}

/** Returns the text between the braces after `start`. */
function blockAfter(text: string, start: string): string {
  const at = text.indexOf(`${start} {\n`);
  if (at === -1) throw new Error(`There is no ${start}.`);
  const begun = at + start.length + 2;
  let depth = 1;
  for (let end = begun; end < text.length; end += 1) {
    depth += { '{': 1, '}': -1 }[text.charAt(end)] ?? 0;
    if (depth === 0) return text.slice(begun, end);
  }
  throw new Error(`${start} has no end.`);
}

/** Collects matches of a name and a value, by name in lower case. */
function entries(matches: Iterable<RegExpExecArray>): Record<string, string> {
  return Object.fromEntries([...matches].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

function textsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Returns the body of a refusal, in the form of the service's responses. */
function refusal(message: string): string {
  return JSON.stringify({ Data: null, Errors: [message], Succeeded: false });
}

const REFUSALS: Readonly<Record<string, string>> = {
  400: refusal(ADDRESS_REFUSED),
  403: refusal('Only the console may use this way to the service.'),
  405: refusal(METHOD_REFUSED),
  421: refusal('This page was opened for another service than the one that is served here now. Reload it.'),
};

const ENDINGS = FILE_ENDINGS.join('|');
const LIVE = LIVE_FILES.map((file) => file.slice(1));

/** Returns the policy of a console whose service has the same origin. @param reportSource how the file writes the place for reports */
function policy(reportSource: string): string {
  const written = contentSecurityPolicy({ asHeader: true, isServiceTyped: false });
  const [own, others = ''] = written.split("connect-src 'self';");
  return `${own}connect-src 'self'${reportSource};${others}`;
}

describe('nginx', () => {
  const text = read('nginx.conf.template');
  const BASE = '\\Q${COLONNADE_BASE}\\E';
  const service = blockAfter(text, 'location ^~ ${COLONNADE_BASE}/papi/');
  const headersOf = (block: string) => entries(block.matchAll(/add_header (\S+) "?(.*?)"? always;/g));
  const mapOf = (variable: string) => textsOf(blockAfter(text, `$colonnade_${variable}`), /^ {2}(.+);$/gm);

  test('sends the headers of our server with every file', () => {
    const lines = text.match(/^ {2}add_header .+$/gm) ?? [];
    expect(headersOf(lines.join('\n'))).toEqual({
      'content-security-policy': policy('${COLONNADE_REPORT_SOURCE}'),
      ...SECURITY_HEADERS,
      'cache-control': '$colonnade_caching',
      allow: '$colonnade_allow',
    });
    expect(lines.filter((line) => !line.endsWith('always;'))).toEqual([
      '  add_header Content-Encoding $colonnade_encoding;',
      '  add_header Vary $colonnade_vary;',
    ]);
    // In nginx, a location that adds a header inherits none of the server's headers.
    const others = text.match(/^ {4,}add_header .+$/gm) ?? [];
    expect(others).toHaveLength(2 * Object.keys(OWN_RESPONSE_HEADERS).length);
  });

  test('sends the headers of passed responses with them, and with its own instead', () => {
    expect(headersOf(service)).toEqual(OWN_RESPONSE_HEADERS);
    expect(headersOf(blockAfter(text, 'location @unreachable'))).toEqual(OWN_RESPONSE_HEADERS);
  });

  test('lets be kept what our server lets be kept', () => {
    expect(mapOf('caching')).toEqual([
      `default "${CACHE_CONTROL.others}"`,
      `"~^[45]" "${CACHE_CONTROL.errors}"`,
      `"~ ${BASE}${HASHED_FILES}" "${CACHE_CONTROL.hashed}"`,
      `"~ ${BASE}/(${LIVE.join('|').replaceAll('.', String.raw`\.`)})$" "${CACHE_CONTROL.live}"`,
      `"~ (${BASE})?${HEALTH.path}$" "${CACHE_CONTROL.live}"`,
    ]);
    expect(blockAfter(text, `location ~ ^(?:${BASE})?${HEALTH.path}$`)).toContain(
      `return 200 "${HEALTH.text}";`,
    );
    expect(text).toContain(`location ^~ \${COLONNADE_BASE}${HASHED_FILES} {`);
  });

  test('has the addresses of screens and the endings of files', () => {
    expect(blockAfter(text, `location ~ ^${BASE}/${SCREENS}`)).toContain(
      'try_files $uri ${COLONNADE_BASE}/index.html;',
    );
    expect(textsOf(text, /\\\.\(\?:([^)]+)\)\$/g)).toEqual([ENDINGS, ENDINGS]);
    expect(text).toContain(`"~*^(200|206|304) ${BASE}/.*\\.(?:${ENDINGS})$" Accept-Encoding;`);
    expect(blockAfter(text, `location ~* \\.(?:${ENDINGS})$`).trim()).toBe('try_files $uri =404;');
  });

  test('takes nothing but reading where there are files', () => {
    expect(mapOf('written')).toEqual(['default 1', '"~^(GET|HEAD) " 0', `"~ ${BASE}/papi/" 0`]);
    expect(text).toMatch(/if \(\$colonnade_written\) \{\s+return 405;/);
  });

  test('passes on what our server passes on', () => {
    expect(mapOf('unpassed')).toEqual(['default 1', `"~^(${PASSED_METHODS.join('|')})$" 0`]);
    expect(mapOf('refused')).toEqual([
      'default 1',
      '"~^\\Q${COLONNADE_HOST}\\E (same-origin)? (empty)? (\\Q${COLONNADE_ORIGIN}\\E)?$" 0',
    ]);
    expect(text).toContain(
      'map "$http_host $http_sec_fetch_site $http_sec_fetch_dest $http_origin" $colonnade_refused {',
    );
    expect(mapOf('address')).toEqual([
      'default ""',
      `"~*${REFUSED_ADDRESSES}" ""`,
      `"~^${BASE}/papi(?<colonnade_below>/.*)$" $colonnade_below`,
    ]);
    expect(text).toContain('map $request_uri $colonnade_address {');
    expect(mapOf('misdirected')).toEqual(['default 1', '"" 0', '"${COLONNADE_SERVICE}" 0']);
    expect(text).toContain(`map $http_${UPSTREAM_HEADER.replaceAll('-', '_')} $colonnade_misdirected {`);
    const refusals = [...service.matchAll(/if \((.+)\) \{\s+return (\d+) '(.+)';\s+\}/g)];
    expect(refusals.map(([, ...refused]) => refused)).toEqual([
      ['$colonnade_unpassed', '405', REFUSALS[405]],
      ['$colonnade_refused', '403', REFUSALS[403]],
      ['$colonnade_misdirected', '421', REFUSALS[421]],
      ['$colonnade_address = ""', '400', REFUSALS[400]],
    ]);
    // All refusals come before the line that passes requests on.
    expect(service.indexOf('proxy_pass ')).toBeGreaterThan(service.lastIndexOf('return 400'));
    expect(service).toContain('colonnade_service${COLONNADE_SERVICE_PATH}$colonnade_address;');
  });

  test('sends no other header of a request, and returns no other one of a response', () => {
    expect(service).toContain('proxy_pass_request_headers off;');
    const sent = entries(service.matchAll(/proxy_set_header (\S+) (\S+);/g));
    const { connection, host, ...passed } = sent;
    expect({ connection, host }).toEqual({ connection: '""', host: '${COLONNADE_SERVICE_HOST}' });
    expect(passed).toEqual(
      Object.fromEntries(PASSED_REQUEST_HEADERS.map((name) => [name, `$http_${name.replaceAll('-', '_')}`])),
    );
    expect(service).toContain('js_header_filter colonnade.passedHeaders;');
    const script = read('nginx-passed-headers.js');
    expect(textsOf(script, /^ {2}'(.+)',$/gm)).toEqual([...PASSED_RESPONSE_HEADERS]);
  });

  test('checks whom it sends requests to', () => {
    for (const line of ['proxy_ssl_server_name on;', 'proxy_ssl_verify on;', 'proxy_ssl_name '])
      expect(service).toContain(line);
  });
});

describe('Caddy', () => {
  const text = read('Caddyfile');
  const service = blockAfter(text, 'handle {$COLONNADE_BASE}/papi/*');
  const kept = blockAfter(text, 'handle @kept');
  const headersOf = (block: string) => entries(blockAfter(block, 'header').matchAll(/(\S+) "(.*)"$/gm));

  test('sends the headers of our server with every file', () => {
    expect(headersOf(blockAfter(text, '(page_headers)'))).toEqual({
      'content-security-policy': policy('{$COLONNADE_REPORT_SOURCE}'),
      ...SECURITY_HEADERS,
    });
  });

  test('lets be kept what our server lets be kept', () => {
    const handled = [...text.matchAll(/^\t\thandle (?:(\S+) )?\{\n([^]*?)\n\t\t\}$/gm)]
      .map(([, what = '', block = '']) => [what, block] as const)
      .filter(([what]) => what !== '@kept' && !what.includes('papi'));
    for (const [what, block] of handled) expect(block, what).toMatch(/^\t\t\timport page_headers\n/);
    const caching = handled.map(([what, block]) => [
      what,
      /header Cache-Control "?(.+?)"?$/m.exec(block)?.[1],
    ]);
    expect(caching).toEqual([
      // These requests are answered by `handle_errors`.
      ['@written', undefined],
      [`{$COLONNADE_BASE}${HASHED_FILES}*`, CACHE_CONTROL.hashed],
      ['{$COLONNADE_BASE}/index.html', CACHE_CONTROL.others],
      ['@live', CACHE_CONTROL.live],
      ['@kept_health', CACHE_CONTROL.live],
      ['@health', CACHE_CONTROL.live],
      ['@screen', CACHE_CONTROL.others],
      ['@bare', CACHE_CONTROL.others],
      ['', CACHE_CONTROL.others],
    ]);
    expect(blockAfter(text, 'handle_errors')).toContain(`header Cache-Control ${CACHE_CONTROL.errors}\n`);
    expect(text).toContain(`@live path ${LIVE_FILES.map((file) => `{$COLONNADE_BASE}${file}`).join(' ')}\n`);
    expect(text).toContain(`@health path ${HEALTH.path} {$COLONNADE_BASE}${HEALTH.path}\n`);
    expect(textsOf(text, /respond "(\w+)"/g)).toEqual([HEALTH.text, HEALTH.text]);
  });

  test('has the addresses of screens and the endings of files', () => {
    expect(textsOf(blockAfter(text, '@screen'), /^\t\t\t(.+)$/gm)).toEqual([
      String.raw`path_regexp ^\Q{$COLONNADE_BASE}\E/` + SCREENS,
      String.raw`not path_regexp (?i)\.(?:${ENDINGS})$`,
      'not expression `{http.request.uri.path}.contains("/.")`',
    ]);
  });

  test('takes nothing but reading where there are files', () => {
    expect(textsOf(blockAfter(text, '@written'), /^\t\t\t(.+)$/gm)).toEqual([
      'not method GET HEAD',
      'not path {$COLONNADE_BASE}/papi/*',
    ]);
    expect(blockAfter(text, 'handle @written')).toContain('error 405');
  });

  test('passes on what our server passes on', () => {
    const refusals = [...service.matchAll(/@(\w+) (.+)\n\s+header @\1 (.+)\n\s+respond @\1 `(.+)` (\d+)\n/g)];
    const type = 'Content-Type application/json';
    expect(refusals.map(([, , ...refused]) => refused)).toEqual([
      [`not method ${PASSED_METHODS.join(' ')}`, type, REFUSALS[405], '405'],
      [
        'expression `!({http.request.hostport} == "{$COLONNADE_HOST}" && {http.request.header.Sec-Fetch-Site} in ["", "same-origin"] && {http.request.header.Sec-Fetch-Dest} in ["", "empty"] && {http.request.header.Origin} in ["", "{$COLONNADE_ORIGIN}"])`',
        type,
        REFUSALS[403],
        '403',
      ],
      [
        'expression `!({http.request.header.X-Upstream-Address} in ["", "{$COLONNADE_SERVICE}"])`',
        type,
        REFUSALS[421],
        '421',
      ],
      [
        `expression \`!{http.request.uri}.startsWith("{$COLONNADE_BASE}/papi/") || {http.request.uri}.matches(r"(?i)${REFUSED_ADDRESSES}")\``,
        type,
        REFUSALS[400],
        '400',
      ],
    ]);
    expect('X-Upstream-Address'.toLowerCase()).toBe(UPSTREAM_HEADER);
    // All refusals come before the line that passes requests on.
    expect(service.indexOf('reverse_proxy ')).toBeGreaterThan(service.lastIndexOf('respond @'));
  });

  test('sends no other header of a request, and returns no other one of a response', () => {
    const given = entries(
      blockAfter(service, 'vars').matchAll(/passed_(\S+) \{http\.request\.header\.(\S+)\}/g),
    );
    expect(Object.keys(given)).toEqual(PASSED_REQUEST_HEADERS);
    const passed = [
      ...service.matchAll(
        /@passed_(\S+) expression `\{http\.vars\.passed_\1\} != ""`\n\s+request_header @passed_\1 (\S+) \{http\.vars\.passed_\1\}\n/g,
      ),
    ];
    expect(entries(passed)).toEqual(given);
    for (const [name, sent] of Object.entries(given)) expect(sent.toLowerCase()).toBe(name);
    expect(service.match(/request_header .+/g)?.[0]).toBe('request_header -**');
    expect(service.match(/request_header @/g)).toHaveLength(PASSED_REQUEST_HEADERS.length);
    for (const block of [service, kept]) {
      expect(textsOf(block, /header_up -(\S+)/g)).toEqual([
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'X-Forwarded-Proto',
      ]);
      expect(headersOf(block)).toEqual(OWN_RESPONSE_HEADERS);
    }
    expect(textsOf(service, /include (.+)/g).map((names) => names.toLowerCase().split(' '))).toEqual([
      [...PASSED_RESPONSE_HEADERS],
    ]);
    expect(textsOf(service, /header_down (\S+)/g)).toEqual(['-**']);
    // `keep-sign-ins.mjs` sends these headers, too, so Caddy removes them from its responses.
    const repeated = textsOf(kept, /header_down -(\S+)/g).map((name) => name.toLowerCase());
    expect(repeated).toEqual(Object.keys(OWN_RESPONSE_HEADERS));
  });
});

test('a static host has the headers and the caching of our server', () => {
  const rules = read('static-host/_headers')
    .split('\n\n')
    .slice(1)
    .map((rule) => [rule.split('\n')[0], entries(rule.matchAll(/^ {2}(\S+): (.+)$/gm))]);
  const at = (file: string) => `\${COLONNADE_BASE}${file}`;
  expect(Object.fromEntries(rules)).toEqual({
    [at('/*')]: {
      'content-security-policy': policy(' ${COLONNADE_SERVICE_ORIGIN}${COLONNADE_REPORT_SOURCE}'),
      ...SECURITY_HEADERS,
    },
    [at(`${HASHED_FILES}*`)]: { 'cache-control': CACHE_CONTROL.hashed },
    [at('/')]: { 'cache-control': CACHE_CONTROL.others },
    [at('/index.html')]: { 'cache-control': CACHE_CONTROL.others },
    ...Object.fromEntries(
      [...LIVE_FILES, HEALTH.path].map((file) => [at(file), { 'cache-control': CACHE_CONTROL.live }]),
    ),
  });
});

describe('addresses', () => {
  const refused = new RegExp(REFUSED_ADDRESSES, 'i');
  const piece = fc.constantFrom(
    '/',
    '%2f',
    '%252F',
    '%5C',
    '\\',
    '.',
    '%2e',
    '%252E',
    '%c0%ae',
    ';',
    '%3b',
    '?',
    '#',
    'a',
    '%00',
  );

  test('both let names of columns through, as our server does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        const address = `/${names.map((name) => encodeURIComponent(name)).join('/')}?x=..`;
        fc.pre(addressBelow(address, '') !== undefined && !/%(25)*(2e|00|c[01])/i.test(address));
        expect(address).not.toMatch(refused);
      }),
    );
  });

  test('what our server refuses, both refuse', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const address = `/${pieces.join('')}`;
        if (addressBelow(address, '') === undefined) expect(address).toMatch(refused);
      }),
    );
  });
});

describe.skipIf(process.platform === 'win32')('configure.sh', () => {
  const EXAMPLE = {
    COLONNADE_ORIGIN: 'https://colonnade.example.com',
    COLONNADE_SERVICE: 'https://prices.example.com/papi',
  };

  /** Runs configure.sh for the example, with changes to its environment. */
  function configure(environment: Record<string, string> = {}) {
    const directory = mkdtempSync(path.join(tmpdir(), 'configured-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const { status, stderr } = spawnSync('/bin/sh', [path.join(deployDirectory, 'configure.sh'), directory], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', ...EXAMPLE, ...environment },
    });
    return { status, stderr, file: (name: string) => readFileSync(path.join(directory, name), 'utf8') };
  }

  const SERVERS = ['nginx.conf', 'Caddyfile', 'static-host/_headers'];

  test('fills everything in, and leaves out what is of the image', () => {
    const { status, stderr, file } = configure();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const name of [...SERVERS, 'static-host/_redirects']) {
      expect(file(name)).not.toMatch(/COLONNADE_|In the image alone|^\s*# \}$/m);
    }
    expect(file('Caddyfile')).not.toContain('@kept');
    expect(file('nginx-passed-headers.js')).toBe(read('nginx-passed-headers.js'));
    expect(JSON.parse(file('config.json'))).toEqual({
      serviceAddress: 'https://colonnade.example.com/papi',
      serviceAddressFixed: true,
    });
    expect(JSON.parse(file('static-host/config.json'))).toEqual({
      serviceAddress: EXAMPLE.COLONNADE_SERVICE,
      serviceAddressFixed: true,
    });
    expect(file('static-host/_headers')).toContain("connect-src 'self' https://prices.example.com;");
    expect(file('nginx.conf')).toContain('server prices.example.com:443;');
  });

  test('has no other path in the files where the console is served below one', () => {
    const { file } = configure({
      COLONNADE_BASE_PATH: '/tools/prices/',
      COLONNADE_SERVICE: 'https://prices.example.com:8443/own',
    });
    for (const name of SERVERS) {
      const text = file(name);
      expect(text).toMatch(/\/tools\/prices(?:\\E)?\/assets\//);
      const below = text.replaceAll(/\/tools\/prices(?:\\E)?\//g, '<base>');
      expect(below).not.toMatch(/[\s^"]\/(?:assets|config|index|papi)\b/);
    }
    expect(file('static-host/_redirects')).toBe(
      '/tools/prices/healthz /tools/prices/version.json 200\n/tools/prices/* /tools/prices/index.html 200\n',
    );
    expect(file('nginx.conf')).toContain('server prices.example.com:8443;');
  });

  test('lets the page reach where reports go', () => {
    const reportTo = 'https://reports.example.com/console';
    const { file } = configure({ COLONNADE_REPORT_TO: reportTo });
    for (const name of SERVERS)
      expect(file(name)).toMatch(/connect-src 'self'[^;]* https:\/\/reports\.example\.com;/);
    for (const name of ['config.json', 'static-host/config.json'])
      expect(JSON.parse(file(name))).toMatchObject({ reportTo });
  });

  test('has plain HTTP for servers that something stands before, and for no others', () => {
    const secure = configure();
    expect(secure.file('nginx.conf')).not.toMatch(/listen (?!443 ssl|\[::\]:443 ssl|80;|\[::\]:80;)/);
    expect(secure.file('Caddyfile')).toContain('\nhttps://colonnade.example.com {\n');
    const all = configure({ COLONNADE_LISTEN: ':8080' });
    expect(all.file('nginx.conf')).toMatch(/listen 8080;(?![^]*ssl_certificate )/);
    expect(all.file('Caddyfile')).toMatch(/\nhttp:\/\/:8080 \{\n.*\n\tbind ""\n/);
    const one = configure({ COLONNADE_LISTEN: '127.0.0.1:8080' });
    expect(one.file('nginx.conf')).toContain('listen 127.0.0.1:8080;');
    expect(one.file('Caddyfile')).toMatch(/\nhttp:\/\/:8080 \{\n.*\n\tbind "127\.0\.0\.1"\n/);
  });

  test.each([
    ['COLONNADE_LISTEN', '8080'],
    ['COLONNADE_LISTEN', ':80;'],
    ['COLONNADE_LISTEN', 'a:1x'],
    ['COLONNADE_ROOT', '/srv/a;b'],
    ['SSL_CERT_FILE', 'authority.pem'],
    ['COLONNADE_ORIGIN', 'https://a"] || true || ["'],
    ['COLONNADE_SERVICE', 'https://prices.example.com/#&'],
  ])('takes no wrong %s: %j', (name, value) => {
    const { status, stderr } = configure({ [name]: value });
    expect(status).toBe(64);
    expect(stderr).toContain(name);
  });
});
