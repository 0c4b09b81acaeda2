import type { AnswerFact } from '../facts/line.ts';
import { isHash } from './manifest.ts';

/** A line of GitHub's answers in a package. */
export interface AnswerLine extends Omit<AnswerFact, 'kind' | 'at'> {
  readonly read_at: string;
}

export function answerLine({ at, kind: _kind, ...answer }: AnswerFact): AnswerLine {
  return { read_at: at, ...answer };
}

/** The part of a line that can be checked: the body, and its hash. */
export interface HashedBody {
  readonly sha256: string;
  /** Absent where it was too long to be kept. */
  readonly body: string | undefined;
}

/** `undefined` where it is no line of an answer. */
export function readAnswerLine(text: string): HashedBody | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Where a key comes twice, another reader may take the other value.
  if (!isObject(value) || JSON.stringify(value) !== text || typeof value['read_at'] !== 'string' || !isObject(value['request']))
    return undefined;
  const { body, sha256, status } = value;
  if (!Number.isSafeInteger(status) || !isHash(sha256)) return undefined;
  return body === undefined || typeof body === 'string' ? { sha256, body } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
