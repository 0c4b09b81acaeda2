import type { CheckedPackage, PackageOutcome, PackedAbout, Recomputed } from '../audit/index.ts';
import { count, oneLine } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/**
 * - `not-recomputed`: the noted head proves all records, and not all verdicts could be worked out from them here.
 * - `unexpected`: the package is about something else than its reader expects.
 */
export type VerifiedOutcome = PackageOutcome | 'not-recomputed' | 'unexpected';

interface Shown {
  readonly outcome: VerifiedOutcome;
  readonly recomputed: Recomputed | null;
  /** By the facts, or where they could not be read by the manifest; undefined where that could not be read. */
  readonly about: PackedAbout | undefined;
  /** How it differs from that which its reader expects: a sentence each. */
  readonly unexpected: readonly string[];
  /** `about` in words. */
  readonly first: string | undefined;
  /** The title and the sentences about the package in itself. */
  readonly words: readonly string[];
}

export function showPackage(
  { answers, digest, manifest, members, problems, records }: CheckedPackage,
  { first, outcome, recomputed, unexpected, words }: Omit<Shown, 'about'>,
  terminal: Terminal,
): void {
  if (first !== undefined) terminal.out(isWorkedOut(recomputed) ? first : `By its manifest alone: ${first}`);
  for (const problem of [...problems, ...(recomputed?.problems ?? []), ...unexpected]) terminal.out(oneLine(problem, 500));
  if (manifest !== undefined) terminal.out(`${members} members, manifest ${digest}, collected ${oneLine(manifest.at, 40)}`);
  if (records !== undefined) {
    const { head, hidden, shown } = records;
    terminal.out(`${shown} records, ${hidden} as a hash, head ${head.link} (record ${head.sequence})`);
  }
  if (answers !== undefined)
    terminal.out(`${answers.count} answers of GitHub, as they were read: GitHub signs none, so that they prove nothing`);
  if (recomputed !== null) {
    terminal.out(workedOut(recomputed));
    for (const sentence of recomputed.unproven) terminal.out(`Not proved: ${oneLine(sentence, 500)}`);
    for (const sentence of recomputed.outside) terminal.out(`Not recomputed: ${oneLine(sentence, 500)}`);
  }
  const [title = '', ...sentences] = titleOf(outcome, words, recomputed);
  terminal.out(`${title}. ${sentences.join(' ')}`);
}

function isWorkedOut(recomputed: Recomputed | null): boolean {
  return recomputed !== null && recomputed.about !== null;
}

function workedOut({ facts, github, records, reports }: Recomputed): string {
  const made = reports.length === 0 ? 'no report has the same bytes again' : `the same bytes again of ${reports.join(', ')}`;
  return `Worked out again: ${count(facts, 'fact')} of the service from ${count(records, 'record')}; ${count(github, 'fact')} of GitHub from its answers; ${made}`;
}

function titleOf(outcome: VerifiedOutcome, words: readonly string[], recomputed: Recomputed | null): readonly string[] {
  if (outcome === 'broken' && (recomputed?.problems.length ?? 0) > 0) {
    return [
      'The package does not hold',
      'Its facts or its reports are not what its records and its facts give. Do not rely on any of it; get it again from who made it.',
    ];
  }
  if (outcome === 'unexpected') return ['Not the package that was expected', 'Take the package of the audit that is meant.'];
  if (outcome !== 'not-recomputed') return words;
  const [, ...sentences] = words;
  return ['Witnessed, and not all of it worked out again', ...sentences, 'Rely on nothing that is named above as not proved.'];
}

/** Every key is always present. `in_itself` is the outcome without the verdicts, as verify.html says it. */
export function packageJson(
  { answers, bytes, digest, members, problems, records }: CheckedPackage,
  { about, inItself, outcome, recomputed, unexpected }: Omit<Shown, 'first' | 'words'> & { readonly inItself: PackageOutcome },
): object {
  return {
    outcome,
    in_itself: inItself,
    about: about === undefined ? null : aboutJson(about, isWorkedOut(recomputed)),
    unexpected,
    problems,
    manifest: digest ?? null,
    members,
    bytes,
    answers: answers?.count ?? null,
    records:
      records === undefined ? null : { shown: records.shown, hidden: records.hidden, head: records.head, witness: records.witness ?? null },
    recomputed:
      recomputed === null
        ? null
        : {
            agrees: recomputed.problems.length > 0 ? false : recomputed.unproven.length > 0 ? null : true,
            problems: recomputed.problems,
            not_proved: recomputed.unproven,
            not_recomputed: recomputed.outside,
            facts: recomputed.facts,
            records: recomputed.records,
            github: recomputed.github,
            reports: recomputed.reports,
          },
  };
}

function aboutJson({ audit, previous = null, scope }: PackedAbout, isProved: boolean): object {
  return { by: isProved ? 'facts' : 'manifest', scope, ...(audit ?? noAudit), previous };
}

/** For a package of version 1 whose facts could not be read. */
const noAudit = { repository: null, branches: [], basis: null, since_sha: null, verdict: null, findings: null };
