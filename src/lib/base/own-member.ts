/** Returns a record's own member by a name from elsewhere; undefined for inherited ones like `constructor`, which may name a field. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
