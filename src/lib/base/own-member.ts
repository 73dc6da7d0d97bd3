/**
 * Returns the member of a record by a name that comes from elsewhere: the service, a file, a person. Undefined for what
 * records merely inherit, such as `constructor`, which may be the name of a field as well.
 */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
