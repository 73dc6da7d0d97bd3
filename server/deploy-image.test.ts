import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectDirectory } from '../scripts/project-paths.mjs';

const imageDirectory = path.join(projectDirectory, 'deploy', 'image');
const kubernetesDirectory = path.join(projectDirectory, 'deploy', 'kubernetes');
const example = path.join(kubernetesDirectory, 'overlays', 'example');
const exampleWithCustody = path.join(kubernetesDirectory, 'overlays', 'example-with-custody');

const INSTALLATION = {
  COLONNADE_ORIGIN: 'https://console.acme.example',
  COLONNADE_SERVICE: 'https://prices.acme.example:8443/own/papi',
};

/** The program that the image's target `with-custody` copies. */
const KEEPER_PROGRAM = path.join(projectDirectory, 'server', 'keep-sign-ins.mjs');

function read(...names: string[]): string {
  return readFileSync(path.join(...names), 'utf8');
}

/** Starts the image's program with a server that only prints its environment. */
function start(environment: Record<string, string>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = path.join(directory, 'files');
  const root = path.join(directory, 'root');
  mkdirSync(path.join(files, 'assets'), { recursive: true });
  writeFileSync(path.join(files, 'index.html'), '<script src="/assets/a.js"></script><link href="/b.css">');
  writeFileSync(path.join(files, 'config.json'), '{}');
  writeFileSync(path.join(files, 'assets', 'a.js'), 'a');
  writeFileSync(path.join(directory, 'caddy'), '#!/bin/sh\nenv\n', { mode: 0o755 });
  writeFileSync(path.join(directory, 'node'), '#!/bin/sh\necho "started: $*"\nenv\n', { mode: 0o755 });
  const started = spawnSync('/bin/sh', [path.join(imageDirectory, 'start.sh')], {
    encoding: 'utf8',
    env: {
      PATH: `${directory}:/usr/bin:/bin`,
      COLONNADE_FILES: files,
      COLONNADE_ROOT: root,
      ...environment,
    },
  });
  return { ...started, root };
}

describe.skipIf(process.platform === 'win32')('the image', () => {
  test('is configured by the environment, below a path as well', () => {
    const { root, stdout, status } = start({
      ...INSTALLATION,
      COLONNADE_BASE_PATH: '/tools/v1.2/',
      COLONNADE_REPORT_TO: 'https://reports.acme.example/in',
      COLONNADE_CONFIG: '{ "title": "Prices {x}", "analysis": false }',
    });
    expect(status).toBe(0);
    const place = path.join(root, 'tools', 'v1.2');
    expect(JSON.parse(read(place, 'config.json'))).toEqual({
      serviceAddress: 'https://console.acme.example/tools/v1.2/papi',
      serviceAddressFixed: true,
      reportTo: 'https://reports.acme.example/in',
      title: 'Prices {x}',
      analysis: false,
    });
    expect(read(place, 'index.html')).toBe(
      '<script src="/tools/v1.2/assets/a.js"></script><link href="/tools/v1.2/b.css">',
    );
    expect(lstatSync(path.join(place, 'assets')).isSymbolicLink()).toBe(true);
    const lines = stdout.split('\n');
    for (const line of [
      'COLONNADE_HOST=console.acme.example',
      'COLONNADE_SERVICE_ORIGIN=https://prices.acme.example:8443',
      'COLONNADE_SERVICE_HOST=prices.acme.example:8443',
      'COLONNADE_SERVICE_PATH=/own/papi',
      'COLONNADE_BASE=/tools/v1.2',
      'COLONNADE_REPORT_SOURCE= https://reports.acme.example',
    ])
      expect(lines).toContain(line);
  });

  test('needs two addresses and no more', () => {
    const { root, status } = start(INSTALLATION);
    expect(status).toBe(0);
    expect(JSON.parse(read(root, 'config.json'))).toEqual({
      serviceAddress: 'https://console.acme.example/papi',
      serviceAddressFixed: true,
    });
  });

  const expectRefusal = (name: string, value: string) => {
    const { status, stdout, stderr } = start({ ...INSTALLATION, [name]: value });
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain(`colonnade: ${name} takes`);
  };
  // Each case gives a variable a value that would change the server's configuration, or no value.
  test.each([
    ['COLONNADE_ORIGIN', ''],
    ['COLONNADE_ORIGIN', 'https://a"] || true || ["'],
    ['COLONNADE_ORIGIN', 'https://a\nb'],
    ['COLONNADE_SERVICE', 'https://prices.acme.example/{env.SECRET}'],
    ['COLONNADE_BASE_PATH', '/a b/'],
    ['COLONNADE_REPORT_TO', 'https://reports.acme.example/"; script-src *'],
    ['COLONNADE_CONFIG', 'title: Prices'],
  ])('does not start with a wrong %s: %j', (name, value) => expectRefusal(name, value));
  test.each([
    ['COLONNADE_ORIGIN', 'console.acme.example'],
    ['COLONNADE_ORIGIN', 'https://console.acme.example/'],
    ['COLONNADE_SERVICE', ''],
    ['COLONNADE_SERVICE', 'https://prices.acme.example/papi/'],
    ['COLONNADE_BASE_PATH', 'tools/'],
    ['COLONNADE_BASE_PATH', '/tools'],
    ['COLONNADE_BASE_PATH', '//'],
  ])('does not start with a wrong %s: %j', { tags: ['long'] }, (name, value) => expectRefusal(name, value));

  const CUSTODY = { ...INSTALLATION, COLONNADE_CONFIG: '{ "title": "Prices", "custody" :\n "server" }' };
  const KEEPING = {
    ...CUSTODY,
    COLONNADE_CUSTODY_SECRET: 's'.repeat(43),
    COLONNADE_KEEPER_PROGRAM: KEEPER_PROGRAM,
  };

  test.each([
    ['without Node', 'COLONNADE_CONFIG', CUSTODY],
    ['with a short secret', 'COLONNADE_CUSTODY_SECRET', { ...KEEPING, COLONNADE_CUSTODY_SECRET: 'short' }],
    ['over http', 'COLONNADE_ORIGIN', { ...KEEPING, COLONNADE_ORIGIN: 'http://console.acme.example' }],
    ['over http', 'COLONNADE_ORIGIN', { ...KEEPING, COLONNADE_ORIGIN: 'http://localhost.acme.example' }],
  ])('keeps no sign-ins %s, and does not start', (_, name, environment) => {
    const { status, stdout, stderr } = start(environment);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain(`colonnade: ${name} takes`);
  });

  test('starts what keeps sign-ins where it is configured, and tells it everything', () => {
    const { root, status, stdout } = start({ ...KEEPING, SSL_CERT_FILE: '/authority.pem' });
    expect(status).toBe(0);
    expect(stdout).toContain(`started: ${KEEPER_PROGRAM} caddy run --config`);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'COLONNADE_CUSTODY=server',
        `COLONNADE_PLACE=${root}/`,
        'COLONNADE_ADDRESS=https://console.acme.example/',
        'NODE_EXTRA_CA_CERTS=/authority.pem',
      ]),
    );
    expect(JSON.parse(read(root, 'config.json'))).toMatchObject({ title: 'Prices', custody: 'server' });
  });

  /** Runs `program` with a web server that only prints its environment. */
  function keepSignIns(program: string) {
    return spawnSync(process.execPath, [program, 'env'], {
      encoding: 'utf8',
      env: {
        PATH: '/usr/bin:/bin',
        COLONNADE_PLACE: tmpdir(),
        COLONNADE_SERVICE: 'https://prices.acme.example/papi',
        COLONNADE_ADDRESS: 'https://console.acme.example/',
        COLONNADE_CUSTODY_SECRET: KEEPING.COLONNADE_CUSTODY_SECRET,
      },
    });
  }

  test('gives the web server no secret', () => {
    const { stdout } = start({ ...INSTALLATION, COLONNADE_CUSTODY_SECRET: KEEPING.COLONNADE_CUSTODY_SECRET });
    expect(stdout).toContain('COLONNADE_CUSTODY=page');
    expect(stdout).not.toContain('COLONNADE_CUSTODY_SECRET');
    const kept = keepSignIns(KEEPER_PROGRAM);
    expect(kept.status).toBe(0);
    expect(kept.stdout).toMatch(/^COLONNADE_KEEPER=127\.0\.0\.1:\d+$/m);
    expect(kept.stdout).not.toContain(KEEPING.COLONNADE_CUSTODY_SECRET);
  });

  test('has all modules of what keeps sign-ins', () => {
    const copied = read(imageDirectory, 'Dockerfile').match(/(?<=server\/)[\w-]+\.mjs/g) ?? [];
    const needed = new Set(['keep-sign-ins.mjs']);
    for (const name of needed) {
      const imports = read(projectDirectory, 'server', name).matchAll(/(?:from |import\()'(\.[^']+)'/g);
      for (const [, from = ''] of imports) needed.add(from.replace(/^\.\//, ''));
    }
    expect(copied.toSorted()).toEqual([...needed].toSorted());
    // Only the files that `.dockerignore` lists with `!` are sent to the builder of the image.
    const sent = read(projectDirectory, '.dockerignore').match(/(?<=^!server\/).+/gm) ?? [];
    expect(sent.toSorted()).toEqual(copied.toSorted());
  });

  test('keeps sign-ins with what is sent and copied there, and nothing else', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'copied-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const sent = read(projectDirectory, '.dockerignore').match(/(?<=^!).+/gm) ?? [];
    for (const name of sent.filter((each) => /^(server|node_modules)\//.test(each)))
      cpSync(path.join(projectDirectory, name), path.join(directory, 'sent', name), { recursive: true });
    const copies = read(imageDirectory, 'Dockerfile')
      .replaceAll('\\\n', ' ')
      .matchAll(/^COPY ((?:server|node_modules)\/.+) \/usr\/local\/lib\/colonnade\/(\S*)$/gm);
    const program = path.join(directory, 'colonnade');
    for (const [, names = '', to = ''] of copies) {
      for (const name of names.split(/\s+/)) {
        const place = to === '' ? path.basename(name) : to;
        cpSync(path.join(directory, 'sent', name), path.join(program, place), { recursive: true });
      }
    }
    const { status, stdout, stderr } = keepSignIns(path.join(program, 'keep-sign-ins.mjs'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^COLONNADE_KEEPER=127\.0\.0\.1:\d+$/m);
  });

  test('every variable of its server is set by its start', () => {
    const variables = new Set(read(imageDirectory, '..', 'Caddyfile').match(/(?<=\{\$)\w+/g));
    expect(variables.size).toBeGreaterThan(8);
    const script = read(imageDirectory, 'addresses.sh') + read(imageDirectory, 'start.sh');
    for (const variable of variables) expect(script).toMatch(new RegExp(String.raw`export ${variable}\b`));
  });

  test('is built on pinned bytes, runs as nobody in particular, and says how it is', () => {
    const file = read(imageDirectory, 'Dockerfile');
    const stages = file.split(/^(?=FROM )/m).slice(1);
    // Without a target, Docker builds the last stage, which is the first one again.
    expect(stages.pop()).toBe('FROM console\n');
    expect(stages).toHaveLength(2);
    for (const stage of stages) {
      expect(stage).toMatch(/^FROM \S+@sha256:[0-9a-f]{64} AS [\w-]+\n/);
      expect(stage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
      // `-Y off` bypasses a company's proxy, which cannot reach this address.
      expect(stage).toMatch(/^HEALTHCHECK [^]* wget -q -Y off [^]*\/healthz"/m);
    }
  });
});

describe('the manifests for Kubernetes', () => {
  test('name files that there are, and the version of this project', () => {
    const custody = path.join(kubernetesDirectory, 'components', 'custody');
    const folders = [path.join(kubernetesDirectory, 'base'), custody, example, exampleWithCustody];
    for (const folder of folders) {
      const lists = read(folder, 'kustomization.yaml').matchAll(
        /^(?:resources|components|patches):\n((?: +- .+\n)+)/gm,
      );
      const names = [...lists].flatMap(([, listed = '']) =>
        [...listed.matchAll(/- (?:path: )?(.+)/g)].map(([, name = '']) => name),
      );
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
      const others = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
      expect(others.filter((name) => !names.includes(name))).toEqual([]);
    }
    const { version } = JSON.parse(read(projectDirectory, 'package.json')) as { version: string };
    expect(read(example, 'kustomization.yaml')).toContain(`newTag: ${version}\n`);
  });

  test('set what the image takes', () => {
    const literals = read(example, 'kustomization.yaml').match(/COLONNADE_\w+/g) ?? [];
    expect(literals).toEqual(Object.keys(INSTALLATION));
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

  function rendered(overlay: string): string {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  }

  const expectRendering = (overlay: string, image: string) => {
    const text = rendered(overlay);
    const kinds = [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
    // The manifests have no Secret, because a secret in a public file would protect nothing.
    expect(new Set(kinds)).toEqual(
      new Set(['ConfigMap', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'Service']),
    );
    const [, configuration] = /^ {2}name: (colonnade-\w{10})$/m.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`configMapRef:\\s+name: ${configuration}\n`));
    for (const line of [
      `image: registry.example.com/${image}:`,
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'automountServiceAccountToken: false',
      'type: RuntimeDefault',
    ])
      expect(text).toContain(line);
    expect(text.match(/path: \/healthz/g)).toHaveLength(3);
  };
  test.skipIf(!hasKubectl)(
    'are rendered for one that keeps sign-ins: without rights, with probes and with the configuration by its content',
    () => expectRendering(exampleWithCustody, 'colonnade-with-custody'),
  );
  test.skipIf(!hasKubectl)('are rendered so for one that keeps none', { tags: ['long'] }, () =>
    expectRendering(example, 'colonnade'),
  );

  test.skipIf(!hasKubectl)('start what keeps sign-ins with the Secret that a command makes', () => {
    const text = rendered(exampleWithCustody);
    const [, name, key] =
      /create secret generic ([\w-]+) [^]*--from-literal=(\w+)="\$\(openssl rand -base64 32\)"/.exec(
        read(kubernetesDirectory, 'components', 'custody', 'kustomization.yaml'),
      ) ?? [];
    const [, variable] =
      new RegExp(String.raw`name: (\w+)\s+valueFrom:\s+secretKeyRef:\s+key: ${key}\s+name: ${name}\n`).exec(
        text,
      ) ?? [];
    const configured = [...text.matchAll(/^ {2}(COLONNADE_\w+): '?(.+?)'?$/gm)].map(
      ([, each = '', value = '']) => [each, value] as const,
    );
    const { status, stdout } = start({
      ...Object.fromEntries(configured),
      [variable ?? 'none']: randomBytes(32).toString('base64'),
      COLONNADE_KEEPER_PROGRAM: KEEPER_PROGRAM,
    });
    expect({ status, isKept: stdout.includes('COLONNADE_CUSTODY=server') }).toEqual({
      status: 0,
      isKept: true,
    });
  });
});

test('continuous integration runs what anyone can run, with actions that cannot change', () => {
  const workflow = read(projectDirectory, '.github', 'workflows', 'ci.yml');
  const actions = workflow.match(/uses: .+/g) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40} # v\d/);
  expect(workflow).toContain('run: npm test');
  expect(workflow).toContain('run: npm run release -- --verify');
});
