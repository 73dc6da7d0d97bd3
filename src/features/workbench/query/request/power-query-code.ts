import { literal, POWER_QUERY_NOTATION, powerQueryText } from '@/lib/program-text/literal';
import { powerQuerySignIn } from '@/lib/program-text/power-query-sign-in';
import type { CodeInput } from './code-input';

/** Generates a query for Excel or Power BI that loads the whole snapshot as a table. */
export function powerQueryCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize, fields } = input;
  const text = powerQueryText;
  const table = fields === null ? 'Checked' : `Checked, ${literal([...fields], POWER_QUERY_NOTATION, 2)}`;
  return `// Data > Get Data > Blank Query > Advanced Editor; choose Anonymous when asked for credentials.
// Better than in the query: put user name and password into parameters.
// Power Query calculates with 15 significant digits.
let
  ServiceAddress = ${text(serviceAddress)},
  UserName = "<your user name>",
  Password = "<your password>",
  Query = ${literal(body, POWER_QUERY_NOTATION, 1)},
${powerQuerySignIn(method === 'password' ? clientId : null, sendForm)}
  Page = (body as record) as record =>
    let
      Answer = Json.Document(
        Web.Contents(ServiceAddress, [
          RelativePath = ${text(path.slice(1))},
          Headers = Headers & [#"Content-Type" = "application/json"],
          Content = Json.FromValue(body)
        ])
      )
    in
      if Answer[Succeeded] then Answer[Data]
      else error Error.Record("The service refused", Text.FromBinary(Json.FromValue(Answer[Errors]))),
  First = Page(Query),
  PageCount = Number.RoundUp(First[totalRecords] / ${pageSize}),
  Later = List.Transform(
    {2..PageCount},
    each Page([page = _, nrOfRecords = ${pageSize}, cacheKey = First[cacheKey]])[data]
  ),
  Rows = List.Combine({First[data]} & Later),
  Checked =
    if List.Count(Rows) = First[totalRecords] then Rows
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
