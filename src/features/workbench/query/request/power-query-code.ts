import {
  furtherJson,
  furtherMembers,
  pageExpression,
  programNotes,
  repeatedQuery,
} from '@/contract/program-notation';
import {
  jsonValue,
  literal,
  POWER_QUERY_NOTATION,
  powerQueryJson,
  powerQueryText,
} from '@/lib/program-text/literal';
import { powerQueryPages } from '@/lib/program-text/power-query-pages';
import { powerQuerySignIn } from '@/lib/program-text/power-query-sign-in';
import type { CodeInput } from './code-input';

/** Generates a query for Excel or Power BI that loads the whole snapshot as a table. */
export function powerQueryCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize, fields, notation } = input;
  const text = powerQueryText;
  const repeated = repeatedQuery(notation, body);
  const table = fields === null ? 'Checked' : `Checked, ${literal([...fields], POWER_QUERY_NOTATION, 2)}`;
  const { steps, firstRows, isWhole } = powerQueryPages(notation, {
    pageSize,
    page: pageExpression(notation, '_', String(pageSize)),
    furtherMembers: (...writers) => furtherMembers(notation, ...writers),
    furtherJson: (...writers) => furtherJson(notation, ...writers, repeated),
    firstLead: repeated?.firstLead ?? null,
    request: (content, outside) => `Json.Document(
        Web.Contents(ServiceAddress, [
          RelativePath = ${text(path.slice(1))},
          Headers = Headers & [#"Content-Type" = "application/json"]${outside === null || notation.keyInHeader === null ? '' : ` & ${outside}`},
          ${outside === null || notation.keyInAddress === null ? '' : `Query = ${outside},\n          `}Content = ${content}
        ])
      )`,
    refusal: (detail) => `error Error.Record("The service refused", ${detail})`,
    longKey: 'error "The key of the snapshot is a number that Power Query cannot repeat to the last digit."',
  });
  return `${programNotes(notation)
    .map((note) => `// ${note}\n`)
    .join('')}// Data > Get Data > Blank Query > Advanced Editor; choose Anonymous when asked for credentials.
// Better than in the query: put user name and password into parameters.
// Power Query calculates with 15 significant digits.
let
  ServiceAddress = ${text(serviceAddress)},
  UserName = "<your user name>",
  Password = "<your password>",
${repeated === null ? '' : '  // Each request has this query.\n'}  Query = ${notation.isDescribed ? powerQueryJson(repeated?.query ?? body) : literal(jsonValue(body), POWER_QUERY_NOTATION, 1)},
${powerQuerySignIn(method === 'password' ? clientId : null, sendForm)}
${steps}  Rows = List.Combine({${firstRows}} & Later),
  Checked =
    if ${isWhole} then Rows
    else error "The snapshot ended too early.",
  Result = Table.FromRecords(${fields === null ? table : `${table}, MissingField.UseNull`})
in
  Result
`;
}

function sendForm(headers: string, content: string): string {
  return `Json.Document(
    Web.Contents(ServiceAddress, [RelativePath = "token", Headers = ${headers}, Content = ${content}])
  )`;
}
