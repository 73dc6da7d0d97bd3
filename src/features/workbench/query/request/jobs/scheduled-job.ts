import type { SignInMethod } from '@/session/machine/session-state';
import { powerShellText, readableJson, shellWord } from '@/lib/program-text/literal';
import { fileStem } from './job-code';

/** The input of a scheduled job. It has no secrets. */
export interface ScheduledJobInput {
  /** The address of the console. It ends with a slash. */
  readonly consoleAddress: string;
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  /** The name of the price column. */
  readonly name: string;
  /** The search parameters of the query and of the view on screen. */
  readonly search: Readonly<Record<string, string>>;
  /** The parameter `show` of the address. For `checks`, the job exports the findings; for all other values, the rows. */
  readonly shown: string | undefined;
  /** What the description of the service says (a service with its own message notation); null for a service without one. */
  readonly description: Readonly<Record<string, unknown>> | null;
}

/** Whether a view shows results that the exported file of rows does not contain. */
export function isOfFurtherView(shown: string | undefined): boolean {
  return shown !== undefined && shown !== 'rows' && shown !== 'checks';
}

/** The name of the file with the credentials, in the home folder of the account that runs the job. */
const SIGN_IN_FILE = 'prices.env';
const DESCRIPTION_FILE = 'service.json';

/** Returns the command for the query and view on screen (`docs/command.md`), and instructions to start it with schedulers. */
export function scheduledJob(input: ScheduledJobInput): string {
  const { consoleAddress, method, description } = input;
  const args = commandArguments(input);
  const command = args.map(shellText).join(' ');
  const variable = method === 'api-key' ? 'PRICES_API_KEY=user:password' : 'PRICES_USER=…, PRICES_PASSWORD=…';
  const secrets = method === 'api-key' ? ['PRICES_API_KEY'] : ['PRICES_USER', 'PRICES_PASSWORD'];
  return [
    `# Once: the command (Node 20.19 or newer), and a file that you alone can read, with lines such as ${variable}`,
    fetchCommand(consoleAddress),
    `touch ${SIGN_IN_FILE} && chmod 600 ${SIGN_IN_FILE}`,
    '',
    ...(description === null
      ? []
      : [
          '# Once: the description of the service, for the command',
          `cat > ${DESCRIPTION_FILE} <<'JSON'`,
          readableJson(JSON.stringify(description)),
          'JSON',
          '',
        ]),
    ...(isOfFurtherView(input.shown)
      ? [
          '# It writes the rows of the query. What the view on screen makes of them, such as new prices, is not in the file.',
        ]
      : []),
    '# The run',
    `${command} --sign-in ${SIGN_IN_FILE}`,
    '',
    '# crontab -e: every Monday at six. A percent sign means something to cron.',
    `0 6 * * 1  ${`${command} --sign-in ${SIGN_IN_FILE}`.replaceAll('%', '\\%')}`,
    '',
    `# Windows, in PowerShell, from the folder with ${description === null ? 'both' : 'all three'} files: every Monday at six`,
    `$action = New-ScheduledTaskAction -Execute 'node' -WorkingDirectory $PWD -Argument ${powerShellText(
      [...args.slice(1), '--sign-in', SIGN_IN_FILE].map(windowsArgument).join(' '),
    )}`,
    "$trigger = New-ScheduledTaskTrigger -Weekly -DaysOfWeek Monday -At '06:00'",
    `Register-ScheduledTask -TaskName ${powerShellText(`Colonnade ${input.name}`)} -Action $action -Trigger $trigger`,
    '',
    '# A step of GitHub Actions; exit code 1 are findings, 2 wrong use, 3 the service, 4 not signed in',
    ...(description === null ? [] : [`# The repository has to have ${DESCRIPTION_FILE}.`]),
    `- name: ${JSON.stringify(`Prices: ${input.name}`)}`,
    '  run: |',
    `    ${fetchCommand(consoleAddress)}`,
    `    ${command}`,
    '  env:',
    ...secrets.map((name) => `    ${name}: \${{ secrets.${name} }}`),
    '',
  ].join('\n');
}

/** Returns a command that downloads the program, then renames it. On an incomplete file, Node would exit with 1, the code for findings. */
function fetchCommand(consoleAddress: string): string {
  return `curl --fail -o colonnade.part ${shellText(`${consoleAddress}colonnade.mjs`)} && mv colonnade.part colonnade.mjs`;
}

function commandArguments({
  consoleAddress,
  serviceAddress,
  clientId,
  name,
  search,
  shown,
  description,
}: ScheduledJobInput): readonly string[] {
  const parameters = new URLSearchParams(search).toString();
  const link = `${consoleAddress}prices/${encodeURIComponent(name)}${parameters === '' ? '' : `?${parameters}`}`;
  return [
    'node',
    'colonnade.mjs',
    ...(shown === 'checks'
      ? ['check', link, '--fail-on', '0']
      : ['extract', link, '--out', `${fileStem(name)}.xlsx`]),
    '--service',
    serviceAddress,
    ...(clientId === 'colonnade' ? [] : ['--client-id', clientId]),
    ...(description === null ? [] : ['--description', DESCRIPTION_FILE]),
  ];
}

/** Matches arguments that need no quotation marks, and are easier to read without them. */
const PLAIN_WORD = /^[\w./:=-]+$/;

function shellText(text: string): string {
  return PLAIN_WORD.test(text) ? text : shellWord(text);
}

/** Quotes an argument for a Windows command line. No link or name contains quotation marks. */
function windowsArgument(text: string): string {
  return PLAIN_WORD.test(text) ? text : `"${text}"`;
}
