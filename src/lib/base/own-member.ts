/** Returns a record's own member, never an inherited one: a name from outside, such as a field's name, may be `constructor`. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
