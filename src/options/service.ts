import { allOrComplaints } from './all-or-complaints.ts';
import { connectionOptions, readConnection, requiredForConnection, type ConnectionSettings } from './connection.ts';
import type { ReaderOf } from './reader.ts';
import type { NamesOf } from './spec.ts';
import { readSubject, subjectOptions, type SubjectSettings } from './subject.ts';

/** Options about where the service is, and which of its trails is meant. */
export const serviceOptions = [...connectionOptions, ...subjectOptions] as const;

type ServiceOption = NamesOf<typeof serviceOptions>;

export const requiredForService = [...requiredForConnection, 'flow'] as const satisfies readonly ServiceOption[];

export interface ServiceSettings extends ConnectionSettings, SubjectSettings {}

export function readService(read: ReaderOf<typeof serviceOptions>): ServiceSettings {
  const { connection, subject } = allOrComplaints({ connection: () => readConnection(read), subject: () => readSubject(read) });
  return { ...connection, ...subject };
}
