import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { typeText, type TypedColumn } from './type-text';

const TEXT: TypedColumn = {
  type: 'text',
  sqlType: 'nvarchar',
  formatting: '',
  scale: null,
  maxLength: null,
  isTypeKnown: true,
};

test.each([
  ['Text', {}],
  ['Text, up to 1,000 characters', { maxLength: 1000 }],
  ['Number, 4 decimals', { type: 'number', sqlType: 'decimal', scale: 4 }],
  ['Number, 1 decimal', { type: 'number', sqlType: 'decimal', scale: 1 }],
  ['Whole number', { type: 'number', sqlType: 'bigint', scale: 0 }],
  // A float has no fixed number of decimals, even if the service sends a scale.
  ['Number', { type: 'number', sqlType: 'float', scale: 0 }],
  ['Number', { type: 'number', sqlType: 'decimal', scale: null }],
  ['Date', { type: 'date', sqlType: 'date' }],
  ['Date', { type: 'date', sqlType: 'datetime', scale: 3, formatting: 'Short Date' }],
  ['Date and time', { type: 'date', sqlType: 'datetime2', scale: 7 }],
  ['True/false', { type: 'boolean', sqlType: 'bit' }],
  ['Unknown type', { sqlType: 'geometry', isTypeKnown: false }],
] as const)('in words: %s', (text, changes) => {
  expect(typeText(ENGLISH, { ...TEXT, ...changes })).toBe(text);
});
