import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { projectDirectory } from './project-paths.mjs';
import { BASE_LANGUAGE, GUIDE_LANGUAGES, LANGUAGES } from './read-messages.mjs';

const FOLDER = path.join(projectDirectory, 'docs', 'guide');

/** The policy of the guide's pages, which need no script and load nothing from other hosts. */
const POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Vite plugin that builds the guide into pages beside the console, `guide/<language>.html`, which load their images from the same host when
 * they are needed. A language without a guide gets the English one.
 * @returns {import('vite').Plugin}
 */
export function guidePages() {
  return {
    name: 'guide-pages',
    configureServer: (server) => {
      server.middlewares.use('/guide', (request, response, next) => {
        const name = (request.url ?? '').slice(1).split(/[?#]/)[0] ?? '';
        const source = guideFiles().get(name);
        if (source === undefined) return next();
        if (name.endsWith('.html')) response.setHeader('content-type', 'text/html; charset=utf-8');
        if (name.endsWith('.css')) response.setHeader('content-type', 'text/css; charset=utf-8');
        response.end(source());
      });
    },
    generateBundle() {
      for (const [name, source] of guideFiles()) {
        this.emitFile({ type: 'asset', fileName: `guide/${name}`, source: source() });
      }
    },
  };
}

function guideFiles() {
  const read = (/** @type {string} */ name) => readFileSync(path.join(FOLDER, name));
  /** @type {Map<string, () => string | Uint8Array>} */
  const files = new Map();
  files.set('guide.css', () => read('guide.css'));
  for (const language of LANGUAGES) {
    const written = GUIDE_LANGUAGES.includes(language) ? language : BASE_LANGUAGE;
    files.set(`${language}.html`, () => guidePage(written, read(`${written}.md`).toString('utf8')));
  }
  for (const name of readdirSync(path.join(FOLDER, 'pictures'))) {
    files.set(`pictures/${name}`, () => read(path.join('pictures', name)));
  }
  return files;
}

/** @param {string} language @param {string} markdown the project's own text, with a heading `## 1. …` for each task @returns {string} */
export function guidePage(language, markdown) {
  /** @type {string[]} */
  const tasks = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${text}</h${depth}>\n`;
        tasks.push(text);
        return `<h2 id="task-${tasks.length}">${text}</h2>\n`;
      },
    },
  });
  const content = /** @type {string} */ (marked.parse(markdown));
  const list = tasks.map((text, index) => `<li><a href="#task-${index + 1}">${text}</a></li>`).join('');
  const [, title = 'Colonnade'] = /^# (.*)$/m.exec(markdown) ?? [];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Colonnade</title>
<link rel="stylesheet" href="guide.css">
</head>
<body>
<main>
${content.replace('</h1>\n', `</h1>\n<nav aria-label="${title}"><ol>${list}</ol></nav>\n`).replaceAll('<img ', '<img loading="lazy" ')}</main>
</body>
</html>
`;
}
