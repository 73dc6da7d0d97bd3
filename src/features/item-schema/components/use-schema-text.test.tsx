import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { testColumn } from '@/test/item-columns';
import { schemaRows } from '../model/schema-row';
import { useRightsText } from './use-schema-text';

function rightsTextOf(members: Parameters<typeof testColumn>[0], rights: Rights) {
  const { result } = renderHook(() => useRightsText(), {
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

/** The rights for which the tables below list sentences, in this order. */
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

/** `canEdit`, the column's right, the table's right, and the sentences for the rights in HELD. All combinations are listed. */
const EDIT_TABLE: readonly (readonly [boolean, string | null, string | null, FiveSentences])[] = [
  [true, null, null, always(EVERYONE)],
  [
    true,
    'column',
    null,
    [
      'Read-only for you: needs column',
      'Editable for you: you have column',
      'Read-only for you: needs column',
      'Editable for you: you have column',
      'Editing needs column; whether you have that is unknown',
    ],
  ],
  [
    true,
    null,
    'table',
    [
      'Read-only for you: needs table',
      'Read-only for you: needs table',
      'Editable for you: you have table',
      'Editable for you: you have table',
      'Editing needs table; whether you have that is unknown',
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
      'Editable for you: you have column and table',
      'Editing needs column and table; whether you have that is unknown',
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
    // The view right makes no difference to the sentence about editing.
    expect(rightsTextOf(members, rights).edit).toBe(sentence);
    expect(rightsTextOf({ ...members, ViewSecurityRightID: 'view' }, withView(rights)).edit).toBe(sentence);
  });

  test('nobody holds a right that cannot be read', () => {
    expect(rightsTextOf({ EditSecurityRightID: 7 }, rightsFromIds(['dataadmin-item_edit'])).edit).toBe(
      'Read-only for you: needs a right that cannot be read',
    );
  });

  test('an unreadable flag does not permit editing', () => {
    expect(rightsTextOf({ canEdit: 'yes' }, rightsFromIds(['dataadmin-item_edit'])).edit).toBe(
      'Treated as read-only: the service does not say whether it may be edited',
    );
  });
});

function withView(rights: Rights): Rights {
  return rights.kind === 'unknown' ? rights : rightsFromIds([...rights.ids, 'view']);
}

describe('whether a column may be viewed, and why', () => {
  const ASKED: FiveSentences = [
    'Locked for you: needs column',
    'Visible to you: you have column',
    'Locked for you: needs column',
    'Visible to you: you have column',
    'Viewing needs column; whether you have it is unknown',
  ];
  test.each(HELD.map(([held, rights], index) => ({ held, rights, asked: ASKED[index] })))(
    '$held: $asked',
    ({ rights, asked }) => {
      expect(rightsTextOf({ ViewSecurityRightID: 'column' }, rights).view).toBe(asked);
      expect(rightsTextOf({ ViewSecurityRightID: null }, rights).view).toBe(
        'Visible to everyone who is signed in',
      );
    },
  );

  test('an unreadable right locks the column, unless rights are unknown', () => {
    expect(rightsTextOf({ ViewSecurityRightID: 7 }, rightsFromIds(['column'])).view).toBe(
      'Locked for you: needs a right that cannot be read',
    );
    expect(rightsTextOf({ ViewSecurityRightID: 7 }, UNKNOWN_RIGHTS).view).toBe(
      'Viewing needs a right that cannot be read; whether you have it is unknown',
    );
  });
});
