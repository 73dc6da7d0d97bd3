import {
  furtherJson,
  furtherMembers,
  hasSnapshots,
  MOVING_ROWS,
  pageExpression,
  programNotation,
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
import type { TableColumn } from '@/lib/table-files/table-column';
import type { WorkbookQuery } from '@/lib/table-files/xlsx-query';
import { tableHeadings } from '@/lib/table-files/xlsx-text';
import type { ExportJob, WorkbookRefresh } from '../model/export-job';
import type { SheetWords } from './sheet-words';

/** The names of the cells that the query reads. */
const USER_NAME = 'Colonnade_UserName';
const PASSWORD = 'Colonnade_Password';

/** The maximum length of a query's name in Excel. */
const MAX_NAME_LENGTH = 80;

/**
 * Returns the query for a new snapshot. The query contains no credentials, and Excel cannot store them: Power Query sends
 * POST requests and Authorization headers only to anonymous sources, so users type the credentials into cells.
 */
export function refreshQuery(
  { account, columns, priceColumn }: Pick<ExportJob, 'account' | 'columns' | 'priceColumn'>,
  refresh: WorkbookRefresh,
  t: SheetWords,
): WorkbookQuery {
  const { notation = programNotation() } = refresh;
  const about = t('about.title');
  const steps = [
    t('refresh.typeText'),
    t('refresh.refreshText'),
    t('refresh.connectText', { service: account.service }),
    t('refresh.privacyText'),
  ];
  return {
    name: priceColumn.name.replaceAll(/[^\p{L}\p{N}_ -]/gu, '_').slice(0, MAX_NAME_LENGTH) || 'Prices',
    formula: formula(account.service, columns, refresh, t),
    inputSheet: {
      title: t('refresh.title'),
      inputs: [
        { label: t('refresh.userName'), name: USER_NAME },
        { label: t('refresh.password'), name: PASSWORD },
      ],
      notes: [
        ...steps.map((text, index) => [t('refresh.step', { number: String(index + 1) }), text] as const),
        [
          t('refresh.effect'),
          hasSnapshots(notation)
            ? t('refresh.effectText', { about })
            : t('refresh.effectMovingText', { about }),
        ],
        [t('refresh.digits'), t('refresh.digitsText')],
        ...(notation.hasIsoDates ? [] : [[t('refresh.dates'), t('refresh.datesText')] as const]),
      ],
    },
  };
}

function formula(
  serviceAddress: string,
  columns: readonly TableColumn[],
  { body, path, pageSize, clientId, method, notation = programNotation() }: WorkbookRefresh,
  t: SheetWords,
): string {
  const text = powerQueryText;
  const sheet = t('refresh.title');
  const refused = text(t('refresh.refused', { sheet }));
  const names = columns.map(({ name }) => name);
  const types = columns.map(
    (column) => `    {${text(column.name)}, ${CONVERSIONS[conversionOf(column, notation.hasIsoDates)]}}`,
  );
  const headings = tableHeadings(names);
  const renamed = names.flatMap((name, index) => {
    const heading = headings[index] ?? name;
    return heading === name ? [] : [`{${text(name)}, ${text(heading)}}`];
  });
  const { keyInAddress, keyInHeader } = notation;
  const repeated = repeatedQuery(notation, body);
  const { steps, firstRows, isWhole } = powerQueryPages(notation, {
    pageSize,
    page: pageExpression(notation, '_', String(pageSize)),
    furtherMembers: (...writers) => furtherMembers(notation, ...writers),
    furtherJson: (...writers) => furtherJson(notation, ...writers, repeated),
    firstLead: repeated?.firstLead ?? null,
    request: (content, outside) =>
      `Send(${text(path.slice(1))}, Headers & [#"Content-Type" = "application/json"]${outside === null || keyInHeader === null ? '' : ` & ${outside}`}, ${content}${outside === null || keyInAddress === null ? '' : `, ${outside}`})`,
    refusal: (detail) => `error Error.Record("Colonnade", ${refused}, ${detail})`,
    longKey: `error Error.Record("Colonnade", ${text(t('refresh.longKey'))})`,
    note: hasSnapshots(notation)
      ? '  // A snapshot is taken with the first page; the later ones are of the same.\n'
      : `  // ${MOVING_ROWS}\n`,
  });
  return `let
  ServiceAddress = ${text(serviceAddress)},
  // Cells of this workbook: what is typed there is saved with it.
  Typed = (name as text) as text =>
    let
      Cell = Excel.CurrentWorkbook(){[Name = name]}[Content]{0}[Column1]
    in
      if Cell = null or Cell = "" then error Error.Record("Colonnade", ${text(t('refresh.notTyped', { sheet }))})
      else Text.From(Cell, "en-US"),
  UserName = Typed(${text(USER_NAME)}),
  Password = Typed(${text(PASSWORD)}),
${repeated === null ? '' : '  // Each request has this query.\n'}  Query = ${notation.isDescribed ? powerQueryJson(repeated?.query ?? body) : literal(jsonValue(body), POWER_QUERY_NOTATION, 1)},
  Send = (path as text, headers as record, content as binary${keyInAddress === null ? '' : ', parameters as record'}) as any =>
    let
      Response = Web.Contents(ServiceAddress, [
        RelativePath = path,
        Headers = headers,
        ${keyInAddress === null ? '' : 'Query = parameters,\n        '}Content = content,
        ManualStatusHandling = {400, 401, 403}
      ]),
      Read = Binary.Buffer(Response),
      Status = Value.Metadata(Response)[Response.Status]
    in
      if ${notation.isDescribed ? 'Status >= 200 and Status < 300' : 'Status = 200'} then Json.Document(Read)
      else error Error.Record("Colonnade", ${refused}, Text.FromBinary(Read)),
${powerQuerySignIn(method === 'password' ? clientId : null, sendForm(keyInAddress !== null))}
${steps}  Rows = List.Buffer(List.Combine({${firstRows}} & Later)),
  Whole =
    if ${isWhole} then Rows
    else error Error.Record("Colonnade", ${text(t('refresh.incomplete'))}),
  // Texts of numbers and dates are read in the service's notation, independent of the region of this computer.
  ToNumber = (value as any) as nullable number =>
    if value is text then Number.FromText(value, "en-US") else value,
  ToMoment = (value as any) as nullable datetime =>
    if value is text then DateTime.FromText(value, "en-US") else value,
  ToDate = (value as any) as nullable date => Date.From(ToMoment(value)),
  ToTruth = (value as any) as nullable logical => Logical.From(value),
  ToText = (value as any) as nullable text => Text.From(value, "en-US"),
  Result = Table.TransformColumns(
    Table.FromRecords(Whole, ${literal(names, POWER_QUERY_NOTATION, 2)}, MissingField.UseNull),
    {
${types.map((type) => `  ${type}`).join(',\n')}
    }
  )
in
  ${renamed.length === 0 ? 'Result' : `Table.RenameColumns(Result, {${renamed.join(', ')}})`}`;
}

const CONVERSIONS = {
  number: 'ToNumber, type nullable number',
  moment: 'ToMoment, type nullable datetime',
  date: 'ToDate, type nullable date',
  boolean: 'ToTruth, type nullable logical',
  text: 'ToText, type nullable text',
} as const;

function conversionOf({ type, sqlType }: TableColumn, hasIsoDates: boolean): keyof typeof CONVERSIONS {
  if (type !== 'date') return type;
  // Excel does not know the time zone of the service's calendar, in which a moment has its day.
  if (!hasIsoDates) return 'text';
  return /^date$/i.test(sqlType) ? 'date' : 'moment';
}

function sendForm(hasParameters: boolean): (headers: string, content: string) => string {
  return (headers, content) => `Send("token", ${headers}, ${content}${hasParameters ? ', []' : ''})`;
}
