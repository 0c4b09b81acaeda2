import type { Audit, AuditHole, AuditorPick, TakenSample } from '../../audit/index.ts';
import { UsageError } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import type { AuditSettings } from '../../options/index.ts';
import { bytes, decodeText } from '../../text/index.ts';
import type { AuditParts } from './parts.ts';

/** Auditors pick tens of changes; this has room for 20,000. */
const largest = 1024 * 1024;

/** The heads that an auditor's table may have in its first line. */
const heads = new Set(['sha', 'pull_request', 'change', 'commit']);

/** The picks of an auditor, each once. They are read before the first request. */
export async function readPicks(path: string): Promise<readonly AuditorPick[]> {
  const file = await readRegularFile(path, largest);
  if (!Buffer.isBuffer(file)) {
    const why = { 'too-large': `it is larger than ${bytes(largest)}`, 'no-regular-file': 'it is no regular file' };
    throw wrong(`The file of sample-file cannot be read: ${file.kind === 'unreadable' ? file.code : why[file.kind]}`);
  }
  const lines = decodeText(file)
    .split(/\r?\n/)
    .map((line, index) => ({
      cell: line
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
      number: index + 1,
    }))
    .filter(({ cell, number }) => cell !== '' && !(number === 1 && heads.has(cell)));
  const picks = lines.map(({ cell }) => pickIn(cell));
  const odd = lines.filter((_, index) => picks[index] === undefined).map(({ number }) => number);
  if (odd.length > 0) {
    const shown = odd.slice(0, 10).join(', ');
    throw wrong(`The file of sample-file has lines that are neither a SHA nor the number of a pull request: ${shown}`);
  }
  if (picks.length === 0) throw wrong('The file of sample-file has no picks');
  const byText = new Map(picks.flatMap((pick) => (pick === undefined ? [] : [[JSON.stringify(pick), pick] as const])));
  return [...byText.values()];
}

/** So few digits are the number of a pull request, and so many are a SHA: no text can be both. */
function pickIn(cell: string): AuditorPick | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(cell) ?? [];
  if (number !== undefined) return { kind: 'pull', number: Number(number) };
  return /^[0-9a-f]{12,40}$/.test(cell) ? { kind: 'commit', sha: cell } : undefined;
}

function wrong(message: string): UsageError {
  return new UsageError('invalid-input', message, {
    fix: 'Write one change a line: 12 to 40 digits of the SHA of one of its commits, or the number of its pull request',
  });
}

/**
 * The sample, or why there is none. `refused`: it cannot be drawn, and the command throws that at its end, because the reports are
 * written all the same. `unknown`: the population is not known, so that the audit ends as unknown in any case, and says this too.
 */
export type SampleOutcome =
  | { readonly kind: 'taken'; readonly sample: TakenSample }
  | { readonly kind: 'refused'; readonly error: UsageError }
  | { readonly kind: 'unknown'; readonly hole: AuditHole };

/** Takes the sample that was asked for. */
export async function sampleOf(
  audit: Audit,
  settings: NonNullable<AuditSettings['sample']>,
  picks: readonly AuditorPick[],
  parts: Pick<AuditParts, 'takeSample'>,
): Promise<SampleOutcome> {
  if (!audit.complete && !settings.incomplete) return { kind: 'unknown', hole: ofUnknown };
  try {
    return { kind: 'taken', sample: await parts.takeSample(audit, settings.kind === 'drawn' ? settings : { kind: 'picked', picks }) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const fix = 'Audit one branch at a time, with `branch`';
    return { kind: 'refused', error: new UsageError('invalid-input', `No sample was taken: the change ${error.message}`, { fix }) };
  }
}

const ofUnknown: AuditHole = {
  kind: 'hole',
  what: 'the sample',
  why: 'the population is not known, so that changes may be missing to draw from, and none was taken',
  fix: 'Look in the reports for what is missing, and audit again; `incomplete` takes a sample nevertheless, which says so',
};
