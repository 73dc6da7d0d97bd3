import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { testColumn } from '@/test/item-columns';
import { schemaRows } from '../model/schema-row';
import { useRightsSentences } from './use-schema-words';

function sentencesOf(members: Parameters<typeof testColumn>[0], rights: Rights) {
  const { result } = renderHook(() => useRightsSentences(), {
    wrapper: ({ children }) => (
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        {children}
      </IntlProvider>
    ),
  });
  const [row] = schemaRows([testColumn(members)], rights);
  if (row === undefined) throw new Error('One column makes one row.');
  return {
    view: result.current.view(row),
    edit: row.kind === 'open' ? result.current.edit(row) : null,
  };
}

/** In the order of the tables' last columns. */
const HELD: readonly (readonly [string, Rights])[] = [
  ['nothing held', rightsFromIds([])],
  ['the column’s held', rightsFromIds(['column'])],
  ['the table’s held', rightsFromIds(['table'])],
  ['both held', rightsFromIds(['column', 'table'])],
  ['not known', UNKNOWN_RIGHTS],
];

type FiveSentences = readonly [string, string, string, string, string];

const EVERYONE = 'Editable by everyone who is signed in';
const FROZEN = 'Read-only for everyone: the service lets nobody edit it';
const always = (sentence: string): FiveSentences => [sentence, sentence, sentence, sentence, sentence];

/** canEdit, the column's own right, the table's; then the sentence for each of HELD. Every combination. */
const EDIT_TABLE: readonly (readonly [boolean, string | null, string | null, FiveSentences])[] = [
  [true, null, null, always(EVERYONE)],
  [
    true,
    'column',
    null,
    [
      'Read-only for you: needs column',
      'Editable for you: you hold column',
      'Read-only for you: needs column',
      'Editable for you: you hold column',
      'Asks for column to be edited; whether you hold that is not known',
    ],
  ],
  [
    true,
    null,
    'table',
    [
      'Read-only for you: needs table',
      'Read-only for you: needs table',
      'Editable for you: you hold table',
      'Editable for you: you hold table',
      'Asks for table to be edited; whether you hold that is not known',
    ],
  ],
  [
    true,
    'column',
    'table',
    [
      'Read-only for you: needs column and table',
      'Read-only for you: needs table',
      'Read-only for you: needs column',
      'Editable for you: you hold column and table',
      'Asks for column and table to be edited; whether you hold that is not known',
    ],
  ],
  [false, null, null, always(FROZEN)],
  [false, 'column', null, always(FROZEN)],
  [false, null, 'table', always(FROZEN)],
  [false, 'column', 'table', always(FROZEN)],
];

describe('whether a column may be edited, and why', () => {
  const cases = EDIT_TABLE.flatMap(([canEdit, column, table, sentences]) =>
    HELD.map(([held, rights], index) => ({
      flags: `canEdit ${canEdit}, asks for ${[column, table].filter(Boolean).join(' and ') || 'nothing'}`,
      held,
      members: { canEdit, EditSecurityRightID: column, EditTableSecurityRightID: table },
      rights,
      sentence: sentences[index],
    })),
  );
  test.each(cases)('$flags, $held: $sentence', ({ members, rights, sentence }) => {
    // What may be viewed has no part in it.
    expect(sentencesOf(members, rights).edit).toBe(sentence);
    expect(sentencesOf({ ...members, ViewSecurityRightID: 'view' }, withView(rights)).edit).toBe(sentence);
  });

  test('a right that cannot be read is one that nobody holds', () => {
    expect(sentencesOf({ EditSecurityRightID: 7 }, rightsFromIds(['dataadmin-item_edit'])).edit).toBe(
      'Read-only for you: needs a right that cannot be read',
    );
  });

  test('a flag that cannot be read is no leave', () => {
    expect(sentencesOf({ canEdit: 'yes' }, rightsFromIds(['dataadmin-item_edit'])).edit).toBe(
      'Taken as read-only: the service does not tell whether it may be edited',
    );
  });
});

function withView(rights: Rights): Rights {
  return rights.kind === 'unknown' ? rights : rightsFromIds([...rights.ids, 'view']);
}

describe('whether a column may be viewed, and why', () => {
  const ASKED: FiveSentences = [
    'Locked for you: needs column',
    'Visible to you: you hold column',
    'Locked for you: needs column',
    'Visible to you: you hold column',
    'Asks for column to be viewed; whether you hold it is not known',
  ];
  test.each(HELD.map(([held, rights], index) => ({ held, rights, asked: ASKED[index] })))(
    '$held: $asked',
    ({ rights, asked }) => {
      expect(sentencesOf({ ViewSecurityRightID: 'column' }, rights).view).toBe(asked);
      expect(sentencesOf({ ViewSecurityRightID: null }, rights).view).toBe(
        'Visible to everyone who is signed in',
      );
    },
  );

  test('a right that cannot be read locks, and where rights are not known leaves it open', () => {
    expect(sentencesOf({ ViewSecurityRightID: 7 }, rightsFromIds(['column'])).view).toBe(
      'Locked for you: needs a right that cannot be read',
    );
    expect(sentencesOf({ ViewSecurityRightID: 7 }, UNKNOWN_RIGHTS).view).toBe(
      'Asks for a right that cannot be read to be viewed; whether you hold it is not known',
    );
  });
});
