import { isHash } from './manifest.ts';

/** A line of the records: one that is handed over with its body, or the hash of one that is not. */
export type RecordLine = { readonly sequence: number; readonly body: string } | { readonly sequence: number; readonly body_sha256: string };

export function isShown(line: RecordLine): line is Extract<RecordLine, { readonly body: string }> {
  return 'body' in line;
}

/** `undefined` where a text is not one as an audit writes it. Where a key comes twice, another reader may take the other value. */
export function readRecordLine(text: string): RecordLine | undefined {
  const value = jsonOf(text);
  if (value === undefined || JSON.stringify(value) !== text || !Number.isSafeInteger(value.sequence) || Object.keys(value).length !== 2)
    return undefined;
  const sequence = Number(value.sequence);
  if (typeof value.body === 'string') return { sequence, body: value.body };
  return isHash(value.body_sha256) ? { sequence, body_sha256: value.body_sha256 } : undefined;
}

/** The fields of a record's body that tie it to its log. */
export interface BodyFacts {
  readonly version: number;
  readonly org: unknown;
  readonly orgId: unknown;
  readonly createdAt: number;
  /** The SHA-256 of the attached file, if the record has one. */
  readonly attached: string | undefined;
}

/** `undefined` where the body is not a record. */
export function readBody(body: string): BodyFacts | undefined {
  const record = jsonOf(body);
  if (record === undefined) return undefined;
  const { attachment, created_at: createdAt, org, org_id: orgId, version } = record;
  if (typeof version !== 'number' || typeof createdAt !== 'number') return undefined;
  const attached = isObject(attachment) && isHash(attachment.sha256) ? attachment.sha256 : undefined;
  return { version, org, orgId, createdAt, attached };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
