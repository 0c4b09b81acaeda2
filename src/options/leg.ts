import { allOrComplaints } from './all-or-complaints.ts';
import { redact } from '../text/index.ts';
import { deepest, readJson } from './json-text.ts';
import type { ReaderOf } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

/** Options that tell the runs of one job apart. */
export const legOptions = [
  {
    name: 'matrix',
    kind: 'text',
    actionDefault: '${{ toJSON(matrix) }}',
    placeholder: 'JSON',
    description: 'Which leg of a matrix this is, as JSON; keeps legs apart that share an attestation name.',
  },
  {
    name: 'leg',
    kind: 'text',
    placeholder: 'LABEL',
    description:
      'A label of your own that keeps runs of one job apart, such as the calls of a reusable workflow: each leg must be green, and a re-run replaces its own leg alone.',
  },
] as const satisfies readonly OptionSpec[];

type LegOption = NamesOf<typeof legOptions>;

export type LegSettings = ReturnType<typeof readLeg>;

export function readLeg(read: ReaderOf<typeof legOptions>) {
  return allOrComplaints({
    matrix: () => readMatrix(read),
    /** The caller's label of this run within its job. */
    leg: () => readLabel(read),
  });
}

/** The leg of the matrix; `null` where there is none, which some engines write as `{}`. */
function readMatrix(read: ReaderOf<typeof legOptions>): unknown {
  const text = read.text('matrix');
  if (text === undefined || text === 'null') return null;
  if (text.length > 16_384) throw read.invalid('matrix', 'is longer than 16 KiB', 'Write a short label for this leg');
  const value = readJson(text);
  switch (value.kind) {
    case 'json':
      return JSON.stringify(value.value) === '{}' ? null : withoutSecrets(read, 'matrix', value.value);
    case 'too-deep':
      throw read.invalid('matrix', `is nested more than ${deepest} deep`, 'Write a short label for this leg');
    case 'unclear':
      throw read.invalid('matrix', `is not clear: ${value.why}`, 'Write `matrix: ${{ toJSON(matrix) }}`');
    case 'no-json':
      throw read.invalid('matrix', `is not JSON (${value.why})`, 'Write `matrix: ${{ toJSON(matrix) }}`; a label of your own is `leg`');
  }
}

function readLabel(read: ReaderOf<typeof legOptions>): string | undefined {
  const leg = read.text('leg');
  if (leg !== undefined && (leg.length > 255 || /[\r\n]/.test(leg)))
    throw read.invalid('leg', 'is not a short label', 'Write one line of at most 255 characters');
  return withoutSecrets(read, 'leg', leg);
}

/** Throws where a value holds a token. The value is recorded as it is, because two legs with masked values would become one. */
function withoutSecrets<Value>(read: ReaderOf<typeof legOptions>, option: LegOption, value: Value): Value {
  const found = pathOfSecret(value, option, read.secrets);
  if (found === undefined) return value;
  throw read.invalid(
    option,
    `holds a token, in ${found}: it would be recorded for everybody to read`,
    `Take it out of ${option}, and revoke it if it was ever recorded. A job gets its secrets by env`,
  );
}

/** The path of a token in a value: `matrix.env.token`. */
function pathOfSecret(value: unknown, path: string, secrets: readonly string[]): string | undefined {
  const holds = (text: string): boolean => redact(text.toWellFormed(), secrets) !== text.toWellFormed();
  if (typeof value === 'string' || typeof value === 'number') return holds(String(value)) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (holds(key)) return `the name of a key of ${path}`;
    const found = pathOfSecret(inner, `${path}.${key}`, secrets);
    if (found !== undefined) return found;
  }
  return undefined;
}
