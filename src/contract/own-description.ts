import { isRecord } from './member-path';
import { DEFAULT_DESCRIPTION, type ServiceDescription } from './service-description';
import { ownMember } from '@/lib/base/own-member';

/** The keys whose value replaces the default as a whole. */
const WHOLE_KEYS = new Set(['ask', 'constants', 'types']);

/** Returns what a description says otherwise than the contract, which is what its file needs to have. */
export function ownDescription(description: ServiceDescription): Readonly<Record<string, unknown>> {
  const { $schema: _$schema, version, ...parts } = description;
  return { version, ...differing(parts, DEFAULT_DESCRIPTION) };
}

function differing(
  value: Readonly<Record<string, unknown>>,
  usual: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const other = ownMember(usual, key);
    if (JSON.stringify(member) === JSON.stringify(other)) return [];
    const isPart = isRecord(member) && isRecord(other) && !WHOLE_KEYS.has(key);
    return [[key, isPart ? differing(member, other) : member]];
  });
  return Object.fromEntries(members);
}
