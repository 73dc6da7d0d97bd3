import * as fc from 'fast-check';
import { readServiceDescription } from '@/contract/read-description';
import { DEFAULT_DESCRIPTION, FIELD_MEMBERS, type ServiceDescription } from '@/contract/service-description';

/** Ways to write all names of a service. Each keeps different names different. */
const WRITTEN: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  (name) => `${name}$`,
  (name) => `the ${name}`,
  (name) => `${name} "é"`,
];

const { extraction: usual } = DEFAULT_DESCRIPTION;
const OPTIONAL_OPERATORS = Object.keys(usual.operators).filter((op) => op !== 'equals');

/** Any description that a service can follow, with names, forms and places that differ from the contract's. */
export const anyDescription: fc.Arbitrary<ServiceDescription> = fc
  .record({
    written: fc.constantFrom(...WRITTEN),
    place: fc.constantFrom<readonly string[]>([], ['inside'], ['a', 'b'], ['with.dots']),
    envelope: fc.constantFrom('none', 'wrapped', 'nested'),
    isClaimKnown: fc.boolean(),
    isListed: fc.boolean(),
    areFieldsListed: fc.boolean(),
    // Members that a service may lack without a field being lost.
    lacking: fc.subarray(['filterable', 'sortable', 'canEdit', 'EditSecurityRightID', 'Condition'] as const),
    page: fc.record({ style: fc.constantFrom('number', 'offset'), first: fc.constantFrom(0, 1) }),
    mostRows: fc.constantFrom(500, 997, 10_000),
    all: fc.constantFrom('absent', 'empty', 'listed'),
    filters: fc.record({
      style: fc.constantFrom('list', 'by-column'),
      values: fc.constantFrom('text', 'typed'),
      lists: fc.constantFrom('join', 'array'),
      noValue: fc.constantFrom('empty', 'null', 'absent'),
    }),
    separator: fc.constantFrom(',', ';', ' | '),
    missing: fc.subarray(OPTIONAL_OPERATORS, { maxLength: 3 }),
    sort: fc.constantFrom('texts', 'prefixes', 'objects'),
    mostRules: fc.constantFrom(null, 2),
    constants: fc.constantFrom(undefined, {}, { tenant: 'north', level: 2, strict: true, none: null }),
    ask: fc.constantFrom({ useCache: true }, { keep: 'snapshot', minutes: 30 }),
    keepsSnapshots: fc.constantFrom(true, true, false),
    send: fc.constantFrom('body', 'query', 'header'),
    repeatQuery: fc.boolean(),
    isTimeTold: fc.boolean(),
    keys: fc.constantFrom('text', 'number'),
    isEndTold: fc.boolean(),
    goneStatus: fc.constantFrom([410], [404], [404, 410]),
    row: fc.constantFrom('object', 'array'),
    total: fc.constantFrom('place', 'header', 'none'),
    isPageTold: fc.boolean(),
    dates: fc.constantFrom('iso', 'iso-utc', 'epoch-ms', 'dotnet'),
    // Their clocks show every time of the sources once.
    zone: fc.constantFrom('UTC', 'Asia/Kolkata'),
    isClaimText: fc.boolean(),
  })
  .map((choice) => {
    const { written, place, page, filters, row, send } = choice;
    // A place without dots in its names may be written either way.
    const at = (name: string) => {
      const steps = [...place, written(name)];
      return steps.some((step) => step.includes('.')) ? steps : steps.join('.');
    };
    const wrapper = choice.envelope === 'nested' ? 'answer.' : '';
    const snapshot = {
      ask: choice.ask,
      key: send === 'header' ? [...place, 'X-Snapshot'] : at('key'),
      send,
      repeatQuery: choice.repeatQuery,
      keys: choice.keys,
      created: choice.isTimeTold ? at('taken') : null,
      ...(choice.isEndTold ? { expires: at('ends') } : { expires: null, lifetimeMinutes: 30 }),
      goneStatus: choice.goneStatus,
    };
    return described({
      envelope:
        choice.envelope === 'none'
          ? 'none'
          : {
              data: wrapper + written('Data'),
              errors: wrapper + written('Errors'),
              succeeded: written('Succeeded'),
            },
      rights: {
        claim: choice.isClaimKnown ? at('claims') : null,
        extraction: written('may-extract').replaceAll(' ', '-'),
        ...(choice.isClaimKnown && choice.isClaimText && { form: 'text' }),
      },
      priceColumns: {
        path: '/api/lists/prices',
        list: choice.isListed ? at('list') : '',
        name: written('id'),
        displayName: at('label'),
        description: at('about'),
        sourceTable: at('source'),
        ...(choice.areFieldsListed
          ? {
              fields: written('columns'),
              field: Object.fromEntries(
                FIELD_MEMBERS.map((member) => [member, isAmong(member, choice.lacking) ? null : at(member)]),
              ),
              types: { Number: 'decimal', Flag: 'bit' },
            }
          : { fields: null }),
      },
      extraction: {
        path: '/api/lists/{priceColumn}/query',
        page: { ...page, name: written('page') },
        size: { name: written('size'), max: choice.mostRows },
        fields: {
          name: written('fields'),
          all: choice.areFieldsListed || choice.all !== 'listed' ? choice.all : 'empty',
        },
        filters: {
          ...filters,
          ...(filters.lists === 'join' && { separator: choice.separator }),
          name: written('filters'),
          ...(filters.style === 'list' && { column: written('column') }),
          operator: written('operator'),
          value: written('value'),
        },
        operators: Object.fromEntries(
          Object.keys(usual.operators).map((op) => [op, choice.missing.includes(op) ? null : written(op)]),
        ),
        sort: { name: written('order'), max: choice.mostRules, ...sortOf(choice.sort, written) },
        ...(choice.constants !== undefined && { constants: choice.constants }),
        snapshot: choice.keepsSnapshots ? snapshot : null,
        rows: at('rows'),
        row,
        ...(row === 'array' && { columns: at('columns') }),
        total: { place: at('total'), header: { header: 'X-Total-Count' }, none: null }[choice.total],
        pageOf: choice.isPageTold ? at('told page') : null,
        // Without the types of the fields, milliseconds stay numbers.
        dates: choice.areFieldsListed || choice.dates !== 'epoch-ms' ? choice.dates : 'dotnet',
        ...(choice.dates !== 'iso' && { zone: choice.zone }),
      },
      ...(choice.keepsSnapshots && {
        events: {
          path: '/api/changes',
          key: at('key'),
          priceColumn: written('of'),
          created: written('when'),
          name: written('changed'),
        },
      }),
    });
  });

function isAmong(member: string, members: readonly string[]): boolean {
  return members.includes(member);
}

function sortOf(form: 'texts' | 'prefixes' | 'objects', written: (name: string) => string): object {
  switch (form) {
    case 'texts':
      return { ascending: '{column} asc', descending: '{column} DESC' };
    case 'prefixes':
      return { ascending: '{column}', descending: '-{column}' };
    case 'objects':
      return {
        style: 'objects',
        column: written('by'),
        direction: written('way'),
        values: ['ascending', 'descending'],
      };
  }
}

/** Reads a description that a test has written. Throws an error that names what is wrong with it. */
export function described(json: unknown): ServiceDescription {
  const result = readServiceDescription(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.description;
}
