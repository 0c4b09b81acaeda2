import type { AnswerFact } from '../facts/line.ts';
import { aDigest, isObject, passes } from '../../text/check.ts';
import { hashOf, type Sha256 } from './hash.ts';
import type { LogPlace, PackedLog } from './manifest.ts';
import { parseJson } from '../../text/index.ts';

export type RecordLine = { readonly sequence: number; readonly body: string } | { readonly sequence: number; readonly body_sha256: string };

export function isShown(line: RecordLine): line is Extract<RecordLine, { readonly body: string }> {
  return 'body' in line;
}

/** `undefined` where a text is not as an audit writes it. Where a key comes twice, another reader may take the other value. */
export function readRecordLine(text: string): RecordLine | undefined {
  const value = objectIn(text);
  if (value === undefined || JSON.stringify(value) !== text || !Number.isSafeInteger(value.sequence) || Object.keys(value).length !== 2)
    return undefined;
  const sequence = Number(value.sequence);
  if (typeof value.body === 'string') return { sequence, body: value.body };
  return passes(aDigest, value.body_sha256) ? { sequence, body_sha256: value.body_sha256 } : undefined;
}

interface BodyFacts {
  readonly version: number;
  readonly org: unknown;
  readonly orgId: unknown;
  readonly createdAt: number;
  readonly attached: string | undefined;
}

function readBody(body: string): BodyFacts | undefined {
  const record = objectIn(body);
  if (record === undefined) return undefined;
  const { attachment, created_at: createdAt, org, org_id: orgId, version } = record;
  if (typeof version !== 'number' || typeof createdAt !== 'number') return undefined;
  const attached = isObject(attachment) && passes(aDigest, attachment.sha256) ? attachment.sha256 : undefined;
  return { version, org, orgId, createdAt, attached };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Versions of the record format; the link of the first one is over the body itself, so that its hash is not enough. */
const versions: ReadonlySet<number> = new Set([1, 2]);

interface Linked {
  readonly problems: readonly string[];
  /** Without the right record no later link can be worked out. */
  readonly isLost: boolean;
  /** The fields of its body; absent where only the hash is there. */
  readonly facts?: BodyFacts;
}

/** The chain of a log, worked out record by record as docs/record-format.md describes it. It holds no record. */
export interface Chain {
  /** The last record that was added, and the link that the records lead to. */
  readonly head: LogPlace;
  /** @param line undefined: the text was not a record */
  add(line: RecordLine | undefined): Linked;
}

export function openChain({ from, org, org_id: orgId }: Pick<PackedLog, 'from' | 'org' | 'org_id'>, sha256: Sha256): Chain {
  let [version, time] = [0, 0];
  let head = from;
  return {
    get head() {
      return head;
    },
    add(line) {
      const sequence = head.sequence + 1;
      const problems: string[] = [];
      const say = (problem: string): number => problems.push(`Record ${sequence}: ${problem}`);
      if (line?.sequence !== sequence) {
        say(line === undefined ? 'its line is none of a record, or has a key twice' : `the record ${line.sequence} stands in its place`);
        return { problems, isLost: true };
      }
      const facts = isShown(line) ? readBody(line.body) : undefined;
      let hash: string;
      if (isShown(line)) {
        if (facts === undefined || !versions.has(facts.version)) {
          say(facts === undefined ? 'its body is not a record' : `its version ${facts.version} is not known: take a newer program`);
          return { problems, isLost: true };
        }
        if (facts.org !== org || facts.orgId !== orgId) say('it is of another organization');
        if (facts.version < version) say('it is of an earlier format than the record before it');
        if (facts.createdAt <= time) say('it is not later than the record before it');
        ({ version, createdAt: time } = facts);
        hash = facts.version === 1 ? line.body : hashOf(sha256, line.body);
      } else {
        hash = line.body_sha256;
      }
      head = { sequence, link: hashOf(sha256, `${head.link}\n${sequence}\n${hash}`) };
      return { problems, isLost: false, ...(facts === undefined ? {} : { facts }) };
    },
  };
}

export function answerLine({ at, kind: _kind, ...answer }: AnswerFact) {
  return { read_at: at, ...answer };
}

export function readAnswerLine(text: string) {
  const value = objectIn(text);
  // Where a key comes twice, another reader may take the other value.
  if (value === undefined || JSON.stringify(value) !== text || typeof value['read_at'] !== 'string' || !isObject(value['request']))
    return undefined;
  const { body, sha256, status } = value;
  if (!Number.isSafeInteger(status) || !passes(aDigest, sha256)) return undefined;
  return body === undefined || typeof body === 'string' ? { sha256, body } : undefined;
}
