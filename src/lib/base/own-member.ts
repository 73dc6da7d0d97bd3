/**
 * Returns a record's own member by a name that comes from elsewhere: the service, a file, a person. Undefined for inherited
 * members, such as `constructor`, which may also be the name of a field.
 */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
