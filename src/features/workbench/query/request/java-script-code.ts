import { JSON_NOTATION, literal } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a script for Node 18 and later. It reads numbers as text, so that no digit is lost. */
export function javaScriptCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize } = input;
  const text = (value: string) => JSON.stringify(value);
  return `// Save as prices.mjs and run with Node 18 or later
// Before: set the environment variables PRICES_USER and PRICES_PASSWORD
const base = ${text(serviceAddress)};
const { PRICES_USER: user, PRICES_PASSWORD: password } = process.env;
const query = ${literal(body, JSON_NOTATION)};
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}
async function page(body) {
  for (;;) {
    const answer = await fetch(base + ${text(path)}, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
    const envelope = readExactly(await answer.text());
    if (!answer.ok || !envelope.Succeeded) {
      throw new Error(\`\${answer.status}: \${JSON.stringify(envelope.Errors)}\`);
    }
    return envelope.Data;
  }
}

// Numbers become text: JavaScript's own would lose digits from the 16th on.
function readExactly(json) {
  const token = /"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g;
  return JSON.parse(json.replace(token, (found) => (found[0] === '"' ? found : \`"\${found}"\`)));
}

const first = await page(query);
const total = Number(first.totalRecords);
const rows = first.data;
for (let number = 2; rows.length < total; number += 1) {
  const later = await page({ page: number, nrOfRecords: ${pageSize}, cacheKey: first.cacheKey });
  if (later.data.length === 0) throw new Error("The snapshot ended too early.");
  for (const row of later.data) rows.push(row);
}

console.log(rows.length, "rows");
`;
}

function passwordHeaders(clientId: string): string {
  const client = JSON.stringify(clientId);
  return `
const signIn = await fetch(base + "/token", {
  method: "POST",
  body: new URLSearchParams({ grant_type: "password", username: user, password, client_id: ${client} }),
});
if (!signIn.ok) throw new Error(\`Sign-in failed: \${signIn.status}\`);
const { access_token: token } = await signIn.json();
const headers = { Authorization: \`Bearer \${token}\`, client_id: ${client} };
`;
}

const API_KEY_HEADERS = `const headers = { Authorization: \`ApiKey \${user}:\${password}\` };
`;
