import { contentSecurityPolicy } from '../server/content-security-policy.mjs';
import {
  ADDRESS_REFUSED,
  METHOD_REFUSED,
  OWN_RESPONSE_HEADERS,
  PASSED_METHODS,
  PASSED_REQUEST_HEADERS,
  PASSED_RESPONSE_HEADERS,
  REFUSED_ADDRESSES,
} from '../server/passed-messages.mjs';
import {
  CACHE_CONTROL,
  FILE_ENDINGS,
  HASHED_FILES,
  HEALTH,
  LIVE_FILES,
  SCREENS,
  SECURITY_HEADERS,
} from '../server/static-files.mjs';

// Configurations of other servers that do what ours does: files as in static-files.mjs, the service as in passed-messages.mjs.

/**
 * @typedef {object} Deployment
 * @property {string} origin where people open the console, e.g. `https://colonnade.example.com`
 * @property {string} service the service's base address
 * @property {string} basePath the path that the console is served below, from slash to slash
 * @property {string} root a folder of the server; what was built lies in it, in the folders of `basePath`
 * @property {string} settings a folder of the server, for what its configuration refers to
 * @property {string} [listen] `host:port` for plain HTTP, where something before the server does TLS; the host may be
 *   left out: all
 * @property {string} [reportTo] where reports of errors go, an address elsewhere
 * @property {{ custody: string, address: string }} [keeper] who passes requests through where `custody` is `server`, as it
 *   keeps sign-ins, which this server cannot: `host:port`
 * @property {string} [authority] a file of the server, PEM: who vouches for the service; by default whom it trusts anyway
 */

/** What the files in deploy/ are written for. @type {Deployment} */
export const EXAMPLE = {
  origin: 'https://colonnade.example.com',
  service: 'https://prices.example.com/papi',
  basePath: '/',
  root: '/srv/colonnade',
  settings: '/etc/nginx',
};

const ORIGIN_OF_COMMENTS =
  'Written by `npm run deploy:files`; docs/deploy.md says how to get one for another address.';

const REFUSED = refusal('Only the console may use this way to the service.');
const MISDIRECTED = refusal(
  'This page was opened for another service than the one that is served here now. Reload it.',
);

/**
 * @param {Deployment} deployment
 * @returns {Record<string, string>} text by name of file
 */
export function deployFiles(deployment) {
  return {
    'nginx.conf': nginxConfiguration(deployment),
    'nginx-passed-headers.js': nginxScript(),
    Caddyfile: caddyConfiguration(deployment),
    'config.json': configuration(`${deployment.origin}${deployment.basePath}papi`, deployment),
    'static-host/_headers': staticHostHeaders(deployment),
    'static-host/_redirects': staticHostRedirects(deployment),
    'static-host/config.json': configuration(deployment.service, deployment),
  };
}

/** Of the image, by what stands for it while its configuration is written. */
const IMAGE_VARIABLES = {
  'https://service.invalid/service-path': 'COLONNADE_SERVICE',
  'https://service.invalid': 'COLONNADE_SERVICE_ORIGIN',
  'service.invalid': 'COLONNADE_SERVICE_HOST',
  '/service-path': 'COLONNADE_SERVICE_PATH',
  'https://origin.invalid': 'COLONNADE_ORIGIN',
  'origin.invalid': 'COLONNADE_HOST',
  // With the space before it, for there may be none.
  ' https://report.invalid': 'COLONNADE_REPORT_SOURCE',
  '/custody': 'COLONNADE_CUSTODY',
  'keeper.invalid:1': 'COLONNADE_KEEPER',
  'http://:1': 'COLONNADE_PORT',
  '/image-root': 'COLONNADE_ROOT',
  'handle /base.path {': 'COLONNADE_BARE_PATH',
  [String.raw`/base\.path`]: 'COLONNADE_BASE_PATTERN',
  '/base.path': 'COLONNADE_BASE',
};

/**
 * Caddy's configuration in the image: as `deployFiles` writes it, with the environment in place of addresses. start.sh sets
 * it.
 * @returns {Record<string, string>} text by name of file
 */
export function imageFiles() {
  const written = caddyConfiguration({
    origin: 'https://origin.invalid',
    service: 'https://service.invalid/service-path',
    basePath: '/base.path/',
    root: '/image-root',
    settings: '',
    listen: ':1',
    reportTo: 'https://report.invalid/',
    keeper: { custody: '/custody', address: 'keeper.invalid:1' },
  });
  const text = Object.entries(IMAGE_VARIABLES).reduce((before, [place, variable]) => {
    if (!before.includes(place)) throw new Error(`Caddy's configuration has no ${place}.`);
    const whole = place.replace(/^(http:\/\/:|handle ).*?( \{)?$/, `$1{$${variable}}$2`);
    return before.replaceAll(place, () => (whole === place ? `{$${variable}}` : whole));
  }, written);
  return { 'image/Caddyfile': text };
}

/**
 * For the http block of nginx 1.20 or newer with its module njs.
 * @param {Deployment} deployment
 */
function nginxConfiguration(deployment) {
  const { origin, service, basePath, root, settings, listen, authority } = deployment;
  const { host: consoleHost, hostname } = new URL(origin);
  const upstream = new URL(service);
  const isSecure = upstream.protocol === 'https:';
  const upstreamPort = upstream.port === '' ? (isSecure ? 443 : 80) : upstream.port;
  const servicePath = upstream.pathname.replace(/\/$/, '');
  return `# Colonnade behind nginx, for its http block. ${ORIGIN_OF_COMMENTS}
# Needs the module njs (Debian: libnginx-mod-http-js), which alone can say what may pass instead of what may not.

# The service wants a header client_id; nginx would drop it for its name.
underscores_in_headers on;

js_import colonnade from ${settings}/nginx-passed-headers.js;

# Whether a script of the console's own pages asks, by what the browser says of it.
map "$http_host $http_sec_fetch_site $http_sec_fetch_dest $http_origin" $colonnade_refused {
  default 1;
  "~^${escaped(consoleHost)} (same-origin)? (empty)? (${escaped(origin)})?$" 0;
}

# What the service may be asked to do. CONNECT and TRACE nginx refuses by itself.
map $request_method $colonnade_unpassed {
  default 1;
  "~^(${PASSED_METHODS.join('|')})$" 0;
}

# The address below the service's base, as it came: what it means is the service's to say, as long as it leads nowhere else.
map $request_uri $colonnade_address {
  default "";
  "~*${REFUSED_ADDRESSES}" "";
  "~^${escaped(basePath)}papi(?<colonnade_below>/.*)$" $colonnade_below;
}

# A page that was opened for another service: its credentials are none of this one's business.
map $http_x_upstream_address $colonnade_misdirected {
  default 1;
  "" 0;
  "${service}" 0;
}

# Hashed names change with their content. Nothing else is kept, and no error.
map "$status $uri" $colonnade_caching {
  default "${CACHE_CONTROL.others}";
  "~^[45]" "${CACHE_CONTROL.errors}";
  "~ ${belowBase(HASHED_FILES)}" "${CACHE_CONTROL.hashed}";
  "~ (${[...LIVE_FILES.map(belowBase), ...healthPaths(basePath).map(escaped)].join('|')})$" "${CACHE_CONTROL.live}";
}

# Files that may come compressed; the others are written where they are deployed, or small.
map "$status $uri" $colonnade_vary {
  default "";
  "~ (${[`${basePath}index.html`, ...LIVE_FILES.map((file) => basePath.slice(0, -1) + file)].map(escaped).join('|')})$" "";
  "~*^(200|206|304) ${escaped(basePath)}.*\\.(?:${FILE_ENDINGS.join('|')})$" Accept-Encoding;
}

# Files are read; the service alone takes more.
map "$request_method $uri" $colonnade_written {
  default 1;
  "~^(GET|HEAD) " 0;
  "~ ${escaped(basePath)}papi/" 0;
}
map $status $colonnade_allow {
  default "";
  405 "GET, HEAD";
}

# The build has written name.br and name.gz beside every file that gets smaller by it.
map $http_accept_encoding $colonnade_twin {
  default "";
  "~*(^|[ ,])br(,|$)" .br;
}
map $uri $colonnade_encoding {
  default "";
  "~\\.br$" br;
}

upstream colonnade_service {
  server ${upstream.hostname}:${upstreamPort};
  keepalive 16;
  # Sooner than the service closes them: a request on a connection that is being closed is lost.
  keepalive_timeout 4s;
}
${
  listen === undefined
    ? `
server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  return 301 ${origin}$request_uri;
}
`
    : ''
}
server {
${
  listen === undefined
    ? `  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${hostname};
  ssl_certificate /etc/ssl/colonnade/certificate.pem;
  ssl_certificate_key /etc/ssl/colonnade/key.pem;`
    : `  # Plain HTTP: something before this server does TLS, and hands the header Host on as it came.
  listen ${listen.startsWith(':') ? listen.slice(1) : listen};
  server_name ${hostname};`
}
  server_tokens off;
  absolute_redirect off;
  root ${root};
  charset utf-8;
  charset_types text/css text/javascript text/plain;
  types {
    ${NGINX_TYPES.join('\n    ')}
  }

  # For every file: a worker runs under the policy that comes with its own script.
${indented(nginxHeaders({ 'content-security-policy': ownPolicy(deployment), ...SECURITY_HEADERS }), 2)}
  add_header Cache-Control $colonnade_caching always;
  add_header Content-Encoding $colonnade_encoding;
  add_header Vary $colonnade_vary;
  add_header Allow $colonnade_allow always;
  gzip_static on;

  if ($colonnade_written) {
    return 405;
  }

  # Errors are a line of text.
  error_page 403 404 = @error404;
  error_page 405 = @error405;
${Object.entries({ 404: 'Not Found', 405: 'Method Not Allowed' })
  .map(
    ([status, text]) => `  location @error${status} {
    types {}
    default_type text/plain;
    return ${status} "${status} ${text}";
  }`,
  )
  .join('\n')}
  location @unreachable {
${indented(nginxHeaders(OWN_RESPONSE_HEADERS), 4)}
    types {}
    default_type text/plain;
    return 502 "502 Bad Gateway";
  }

  # For what watches over the server.
${healthPaths(basePath)
  .map(
    (path) => `  location = ${path} {
    types {}
    default_type text/plain;
    return 200 "${HEALTH.text}";
  }`,
  )
  .join('\n')}

  location ^~ ${basePath.slice(0, -1)}${HASHED_FILES} {
    try_files $uri =404;
${Object.entries({ js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' })
  .map(
    ([ending, type]) => `    location ~ \\.${ending}$ {
      types {}
      default_type ${type};
      try_files $uri$colonnade_twin $uri =404;
    }`,
  )
  .join('\n')}
  }

  # An address with a file's ending is one of a file, there or not. So is every other one that is none of a screen.
  location ~* \\.(?:${FILE_ENDINGS.join('|')})$ {
    try_files $uri =404;
  }
  location ~ ^${escaped(basePath)}${SCREENS} {
    try_files $uri ${basePath}index.html;
  }
  location / {
    try_files $uri =404;
  }${basePath === '/' ? '' : `\n  location = ${basePath.slice(0, -1)} {\n    return 301 ${basePath};\n  }`}

  # The service. What it answers is data for the console, and never a page or a script itself.
  location ^~ ${basePath}papi/ {
${indented(nginxHeaders(OWN_RESPONSE_HEADERS), 4)}
    error_page 502 504 = @unreachable;
    js_header_filter colonnade.passedHeaders;

    charset off;

    # Of the four responses below.
    types {}
    default_type application/json;
    if ($colonnade_unpassed) {
      return 405 '${refusal(METHOD_REFUSED)}';
    }
    if ($colonnade_refused) {
      return 403 '${REFUSED}';
    }
    if ($colonnade_misdirected) {
      return 421 '${MISDIRECTED}';
    }

    if ($colonnade_address = "") {
      return 400 '${refusal(ADDRESS_REFUSED)}';
    }

    proxy_pass ${upstream.protocol}//colonnade_service${servicePath}$colonnade_address;
    proxy_redirect ${upstream.origin}${servicePath}/ ${basePath}papi/;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    # Of the request's headers the listed ones go along.
    proxy_pass_request_headers off;
    proxy_set_header Host ${upstream.host};
${PASSED_REQUEST_HEADERS.map((name) => `    proxy_set_header ${titleCase(name)} $http_${name.replaceAll('-', '_')};`).join('\n')}
${
  isSecure
    ? `    proxy_ssl_server_name on;
    proxy_ssl_name ${upstream.hostname};
    proxy_ssl_verify on;
    proxy_ssl_verify_depth 4;
    proxy_ssl_trusted_certificate ${authority ?? '/etc/ssl/certs/ca-certificates.crt'};
`
    : ''
}    proxy_connect_timeout 10s;
    # An event stream is quiet for long, and has to come as it is sent.
    proxy_read_timeout 1h;
    proxy_buffering off;
    # The service says how long a list of values may be.
    client_max_body_size 0;
  }
}
`;

  /** @param {string} path in the console @returns {string} for a regular expression */
  function belowBase(path) {
    return escaped(basePath.slice(0, -1) + path);
  }
}

/** Of what the build has in it, as the types of an installation may be older. */
const NGINX_TYPES = [
  'application/json json;',
  'application/manifest+json webmanifest;',
  'application/wasm wasm;',
  'font/woff2 woff2;',
  'image/png png;',
  'image/svg+xml svg;',
  'text/css css;',
  'text/html html;',
  'text/javascript js mjs;',
  'text/plain txt;',
];

/** At the root of the server, which is what watchers know, and below the path, which is what a proxy may let through. */
function healthPaths(/** @type {string} */ basePath) {
  return [...new Set([HEALTH.path, basePath.slice(0, -1) + HEALTH.path])];
}

/** For njs 0.7 or newer. */
function nginxScript() {
  const passed = [...PASSED_RESPONSE_HEADERS].map((name) => `  '${name}',\n`).join('');
  return `// Which headers of the service's responses get through nginx. ${ORIGIN_OF_COMMENTS}

const PASSED = [
${passed}];

function passedHeaders(request) {
  for (const name in request.headersOut) {
    if (!PASSED.includes(name.toLowerCase())) delete request.headersOut[name];
  }
}

export default { passedHeaders };
`;
}

/** Of Caddy, in its own notation. */
const ERROR_TEXT = '{http.error.status_code} {http.error.status_text}';

/**
 * For Caddy 2.5 or newer, as Debian and its makers deliver it.
 * @param {Deployment} deployment
 */
function caddyConfiguration(deployment) {
  const { origin, service, basePath, root, listen, keeper, authority } = deployment;
  const { host: consoleHost } = new URL(origin);
  const upstream = new URL(service);
  const servicePath = upstream.pathname.replace(/\/$/, '');
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
  return `# Colonnade behind Caddy. ${ORIGIN_OF_COMMENTS}

{
	admin off
}

# For every file: a worker runs under the policy that comes with its own script.
(page_headers) {
	header {
${indented(caddyHeaders({ 'content-security-policy': ownPolicy(deployment), ...SECURITY_HEADERS }), 2, '\t')}
	}
}

# The build has written name.br and name.gz beside every file that gets smaller by it.
(compressed) {
	header {
		Vary Accept-Encoding
		defer
	}
}

${
  listen === undefined
    ? `${origin} {`
    : `# Plain HTTP: something before this server does TLS, and hands the header Host on as it came.
http://:${listen.replace(/^.*:/, '')} {${listen.startsWith(':') ? '' : `\n\tbind ${listen.replace(/:\d+$/, '')}`}`
}
	root * ${root}

	# The first that fits answers.
	route {
${
  keeper === undefined
    ? ''
    : `		# What keeps sign-ins passes through all that goes to the service, with refusals of its own.
		@kept {
			path ${basePath}papi/*
			expression \`"${keeper.custody}" == "server"\`
		}
		handle @kept {
			route {
				header {
${indented(caddyHeaders(OWN_RESPONSE_HEADERS), 5, '\t')}
				}
				uri strip_prefix ${basePath}papi
				uri path_regexp ^/ /papi/
				reverse_proxy ${keeper.address} {
${forwarded.map((name) => `					header_up -${titleCase(name)}`).join('\n')}
${Object.keys(OWN_RESPONSE_HEADERS)
  .map((name) => `					header_down -${titleCase(name)}`)
  .join('\n')}
					transport http {
						# Sooner than it closes them, as below.
						keepalive 4s
					}
					flush_interval -1
				}
			}
		}

`
}		# The service. What it answers is data for the console, and never a page or a script itself.
		handle ${basePath}papi/* {
			route {
				header {
${indented(caddyHeaders(OWN_RESPONSE_HEADERS), 5, '\t')}
				}

				# What the service may be asked to do.
				@unpassed not method ${PASSED_METHODS.join(' ')}
				header @unpassed Content-Type application/json
				respond @unpassed \`${refusal(METHOD_REFUSED)}\` 405

				# Whether a script of the console's own pages asks, by what the browser says of it.
				@refused expression \`!({http.request.hostport} == "${consoleHost}" && {http.request.header.Sec-Fetch-Site} in ["", "same-origin"] && {http.request.header.Sec-Fetch-Dest} in ["", "empty"] && {http.request.header.Origin} in ["", "${origin}"])\`
				header @refused Content-Type application/json
				respond @refused \`${REFUSED}\` 403

				# A page that was opened for another service: its credentials are none of this one's business.
				@misdirected expression \`!({http.request.header.X-Upstream-Address} in ["", "${service}"])\`
				header @misdirected Content-Type application/json
				respond @misdirected \`${MISDIRECTED}\` 421

				@elsewhere expression \`!{http.request.uri}.startsWith("${basePath}papi/") || {http.request.uri}.matches(r"(?i)${REFUSED_ADDRESSES}")\`
				header @elsewhere Content-Type application/json
				respond @elsewhere \`${refusal(ADDRESS_REFUSED)}\` 400

				# Of the request's headers the listed ones go along.
				vars {
${PASSED_REQUEST_HEADERS.map((name) => `					passed_${name} {http.request.header.${titleCase(name)}}`).join('\n')}
				}
				request_header -**
${PASSED_REQUEST_HEADERS.map(
  (name) => `				@passed_${name} expression \`{http.vars.passed_${name}} != ""\`
				request_header @passed_${name} ${titleCase(name)} {http.vars.passed_${name}}`,
).join('\n')}

				# As the address came: what it means is the service's to say.
				uri strip_prefix ${basePath}papi
				uri path_regexp ^/ ${servicePath}/
				reverse_proxy ${upstream.origin} {
					header_up Host ${upstream.host}
${forwarded.map((name) => `					header_up -${titleCase(name)}`).join('\n')}
					transport http {
						dial_timeout 10s
						# Sooner than the service closes them: a request on a connection that is being closed is lost.
						keepalive 4s${authority === undefined ? '' : `\n						tls_trusted_ca_certs ${authority}`}
					}
					# An event stream has to come as it is sent.
					flush_interval -1
					# Of the service's headers the listed ones come along.
					handle_response {
						copy_response_headers {
							include ${[...PASSED_RESPONSE_HEADERS].map((name) => titleCase(name)).join(' ')}
						}
						copy_response
					}
					header_down -**
				}
			}
		}

		# Files are read; the service alone takes more.
		@written {
			not method GET HEAD
			not path ${basePath}papi/*
		}
		handle @written {
			import page_headers
			header Allow "GET, HEAD"
			error 405
		}

		# Hashed names change with their content.
		handle ${basePath.slice(0, -1)}${HASHED_FILES}* {
			import page_headers
			header Cache-Control "${CACHE_CONTROL.hashed}"
			import compressed
			file_server {
				precompressed br gzip
			}
		}

		handle ${basePath}index.html {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.others}
			file_server
		}

		@live path ${LIVE_FILES.map((file) => basePath.slice(0, -1) + file).join(' ')}
		handle @live {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.live}
			file_server
		}

${
  keeper === undefined
    ? ''
    : `		# For what watches over the server: without what keeps sign-ins nobody gets any further.
		@kept_health {
			path ${healthPaths(basePath).join(' ')}
			expression \`"${keeper.custody}" == "server"\`
		}
		handle @kept_health {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.live}
			header Content-Type "text/plain; charset=utf-8"
			rewrite * ${HEALTH.path}
			reverse_proxy ${keeper.address} {
				transport http {
					# Together sooner than whoever asks gives up.
					dial_timeout 500ms
					response_header_timeout 2s
					keepalive 4s
				}
				@well status 200
				handle_response @well {
					respond "${HEALTH.text}"
				}
				handle_response {
					error 503
				}
			}
		}

`
}		# For what watches over the server.
		@health path ${healthPaths(basePath).join(' ')}
		handle @health {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.live}
			header Content-Type "text/plain; charset=utf-8"
			respond "${HEALTH.text}"
		}

		# An address with a file's ending is one of a file, there or not. So is every other one that is none of a screen.
		@screen {
			path_regexp ^${escaped(basePath)}${SCREENS}
			not path_regexp (?i)\\.(?:${FILE_ENDINGS.join('|')})$
			not expression \`{http.request.uri.path}.contains("/.")\`
		}
		handle @screen {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.others}
			try_files {path} ${basePath}index.html
			file_server
		}
${
  basePath === '/'
    ? ''
    : `		handle ${basePath.slice(0, -1)} {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.others}
			redir * ${basePath} 301
		}
`
}		handle {
			import page_headers
			header Cache-Control ${CACHE_CONTROL.others}
			header ${basePath}manifest.webmanifest Content-Type application/manifest+json
			import compressed
			file_server {
				precompressed gzip
			}
		}
	}

	handle_errors {
		header Cache-Control ${CACHE_CONTROL.errors}
		header Content-Type "text/plain; charset=utf-8"
${
  keeper === undefined
    ? `		respond "${ERROR_TEXT}"`
    : `		# Not whether it took too long or was not there at all.
		@unwell {
			path ${healthPaths(basePath).join(' ')}
			expression \`{http.error.status_code} >= 500\`
		}
		route {
			respond @unwell "503 Service Unavailable" 503
			respond "${ERROR_TEXT}"
		}`
}
	}
}
`;
}

/**
 * As Netlify, Cloudflare Pages and others read it. The service is elsewhere, and allows the console's origin (CORS).
 * @param {Deployment} deployment
 */
function staticHostHeaders({ service, basePath, reportTo }) {
  const policy = contentSecurityPolicy({
    asHeader: true,
    isServiceTyped: false,
    serviceOrigin: new URL(service).origin,
    reportOrigin: originOf(reportTo),
  });
  const rules = {
    [`${basePath}*`]: { 'content-security-policy': policy, ...SECURITY_HEADERS },
    [`${basePath.slice(0, -1)}${HASHED_FILES}*`]: { 'cache-control': CACHE_CONTROL.hashed },
    [basePath]: { 'cache-control': CACHE_CONTROL.others },
    [`${basePath}index.html`]: { 'cache-control': CACHE_CONTROL.others },
    ...Object.fromEntries(
      [...LIVE_FILES, HEALTH.path].map((file) => [
        basePath.slice(0, -1) + file,
        { 'cache-control': CACHE_CONTROL.live },
      ]),
    ),
  };
  const texts = Object.entries(rules).map(([path, headers]) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${titleCase(name)}: ${value}`)].join('\n'),
  );
  return `# Headers of a static host. ${ORIGIN_OF_COMMENTS}\n\n${texts.join('\n\n')}\n`;
}

/** A static host has no answer of its own: that the build is there is what it can say. @param {Deployment} deployment */
function staticHostRedirects({ basePath }) {
  return [
    `${basePath.slice(0, -1)}${HEALTH.path} ${basePath}version.json 200`,
    `${basePath}* ${basePath}index.html 200`,
    '',
  ].join('\n');
}

/** @param {string} serviceAddress @param {Deployment} deployment */
function configuration(serviceAddress, { reportTo }) {
  return `${JSON.stringify({ serviceAddress, serviceAddressFixed: true, reportTo }, null, 2)}\n`;
}

/** Of a console whose service is behind the same origin. @param {Deployment} deployment */
function ownPolicy({ reportTo }) {
  return contentSecurityPolicy({
    asHeader: true,
    isServiceTyped: false,
    reportOrigin: originOf(reportTo),
  });
}

/** @param {string | undefined} address */
function originOf(address) {
  return address === undefined ? undefined : new URL(address).origin;
}

/** @param {string} message @returns {string} in the service's own envelope */
function refusal(message) {
  return JSON.stringify({ Data: null, Errors: [message], Succeeded: false });
}

/** @param {Record<string, string>} headers */
function nginxHeaders(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${titleCase(name)} "${value}" always;`)
    .join('\n');
}

/** @param {Record<string, string>} headers */
function caddyHeaders(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `${titleCase(name)} "${value}"`)
    .join('\n');
}

/** @param {string} text @param {number} depth @param {string} [unit] */
function indented(text, depth, unit = ' ') {
  return text.replaceAll(/^/gm, unit.repeat(depth));
}

/** @param {string} name as the service's `content-type` */
function titleCase(name) {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** @param {string} text @returns {string} for a regular expression */
function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
