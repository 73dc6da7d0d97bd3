import type { Dialect } from './dialect';
import { errorMessages, isServiceResponse, openEnvelope } from './envelope.schema';
import { isRecord, pathSteps, reader, valueAt } from './member-path';
import { pageReaders } from './read-pages';
import {
  DEFAULT_DESCRIPTION,
  FIELD_MEMBERS,
  isHeaderPlace,
  MEMBERS_OF_ABSENT,
  type ServiceDescription,
} from './service-description';
import { createWireDates, momentOf } from './wire-dates';
import { keyText, requestWriters } from './write-requests';
import { ownMember } from '@/lib/base/own-member';

type Members = readonly (readonly [name: string, value: unknown])[];

/** Returns the dialect of a described service: how it writes its messages. Returns null if it writes them as the contract says. */
export function createDialect(description: ServiceDescription): Dialect | null {
  if (JSON.stringify({ ...description, $schema: undefined }) === JSON.stringify(DEFAULT_DESCRIPTION))
    return null;
  const envelope = envelopeReaders(description.envelope);
  const keyOfEvent = reader(description.events.key);
  const priceColumnOfEvent = reader(description.events.priceColumn);
  const createdOfEvent = reader(description.events.created);
  const dates = createWireDates(description.extraction);
  return {
    description,
    ...envelope,
    priceColumns: { path: description.priceColumns.path, data: priceColumnsReader(description.priceColumns) },
    extraction: {
      goneStatus: description.extraction.snapshot?.goneStatus ?? [],
      maxPageSize: description.extraction.size.max,
      totalHeader: isHeaderPlace(description.extraction.total) ? description.extraction.total.header : null,
      ...requestWriters(description.extraction, dates),
      ...pageReaders(description, envelope.openEnvelope, dates),
    },
    eventName: description.events.name,
    event: (json) => ({
      priceColumn: priceColumnOfEvent(json),
      cacheKey: keyText(description.extraction, keyOfEvent(json)),
      created: momentOf(dates, createdOfEvent(json)),
    }),
  };
}

function envelopeReaders(
  envelope: ServiceDescription['envelope'],
): Pick<Dialect, 'openEnvelope' | 'errorMessages' | 'isServiceResponse'> {
  if (envelope === 'none') {
    return {
      openEnvelope: (json) => ({ succeeded: true, data: json }),
      errorMessages,
      isServiceResponse: (json) => typeof json === 'object' && json !== null,
    };
  }
  const [dataOf, errorsOf, successOf] = [
    reader(envelope.data),
    reader(envelope.errors),
    reader(envelope.succeeded),
  ];
  // A refusal may also have a message beside the envelope, so all members of the answer are kept.
  const inContract = (json: unknown) => ({
    ...(isRecord(json) && json),
    Data: dataOf(json),
    Errors: errorsOf(json),
    Succeeded: successOf(json),
  });
  return {
    openEnvelope: (json) => openEnvelope(inContract(json)),
    errorMessages: (json) => errorMessages(inContract(json)),
    isServiceResponse: (json) => isServiceResponse(inContract(json)),
  };
}

function priceColumnsReader(of: ServiceDescription['priceColumns']): Dialect['priceColumns']['data'] {
  const listOfData = reader(of.list);
  const read = {
    name: reader(of.name),
    displayName: reader(of.displayName),
    description: reader(of.description),
    sourceTable: reader(of.sourceTable),
    fields: of.fields === null ? null : reader(of.fields),
  };
  const members = Object.entries(of.field).flatMap(([member, path]) =>
    path === null ? [] : [[member, pathSteps(path)] as const],
  );
  const absent = Object.entries(MEMBERS_OF_ABSENT).filter(([member]) => ownMember(of.field, member) === null);
  const translated = new Set<string | undefined>([...FIELD_MEMBERS, ...members.map(([, steps]) => steps[0])]);

  function fieldRecord([key, field]: readonly [key: string | null, field: unknown]): unknown {
    if (!isRecord(field)) return field;
    const known = members.flatMap(([member, steps]): Members => {
      const found = valueAt(field, steps);
      const value = member === 'name' ? (found ?? key ?? undefined) : found;
      if (value === undefined) return [];
      const isType = member === 'typeName' && typeof value === 'string';
      return [[member, isType ? (ownMember(of.types, value) ?? value) : value]];
    });
    const further = Object.entries(field).filter(([member]) => !translated.has(member));
    return Object.fromEntries([...absent, ...known, ...further]);
  }

  return (data) =>
    recordsOf(listOfData(data))?.map(([key, record]) =>
      isRecord(record)
        ? {
            name: read.name(record) ?? key,
            displayName: read.displayName(record) ?? '',
            description: read.description(record) ?? null,
            sourceTable: read.sourceTable(record) ?? '',
            fields: read.fields === null ? [] : recordsOf(read.fields(record))?.map(fieldRecord),
          }
        : record,
    );
}

/** Returns the entries of a list, or of an object of records by their names; undefined for anything else. */
function recordsOf(list: unknown): readonly (readonly [key: string | null, record: unknown])[] | undefined {
  if (Array.isArray(list)) return list.map((record: unknown) => [null, record]);
  if (!isRecord(list)) return undefined;
  const records = Object.entries(list);
  // Otherwise the list is at another place within the object.
  return records.every(([, record]) => isRecord(record)) ? records : undefined;
}
