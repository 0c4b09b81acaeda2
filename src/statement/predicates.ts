import { endings, type Ending } from '../errors/index.ts';
import type { VerdictRow } from '../gate/index.ts';
import type { TestResults } from '../results/index.ts';
import { canonical } from '../text/canonical-json.ts';
import { given, hideSecrets, oneLine, plainUrl, version } from '../text/index.ts';
import type { Predicate } from './contract.ts';
import { levels, limits, ownField, summaryType, testResultType } from './words.ts';

/** The ending that is no answer, or something else that is missing. `why` is a sentence without its full stop. */
export interface NoStatement {
  readonly kind: 'none';
  readonly code: Ending | 'nothing-ran' | 'subjects' | 'wrong-shape';
  readonly why: string;
}

export type Draft = Predicate | NoStatement;

export interface Stated {
  /** Page of the repository: `https://github.com/acme/shop`. */
  readonly repository: string;
  /** When results were read, or a verdict was found, in Unix seconds. */
  readonly at: number;
}

export interface TestRun extends Stated {
  readonly attestation: string;
  readonly results: Pick<TestResults, 'totals' | 'problems'>;
  /** Foreign text, in any order: each test by the name that people know it by, as far as they are known. */
  readonly names: Readonly<Record<(typeof kinds)[number], readonly string[]>>;
  readonly testNames: 'none' | 'failed' | 'all';
  /** Besides those that are known by their form. */
  readonly secrets: readonly string[];
  /** The file that defines the run, and its blob in git. */
  readonly workflow?: { readonly uri: string; readonly gitBlob?: string | undefined } | undefined;
  /** Page of the attempt of the run. */
  readonly url?: string | undefined;
}

/** In the order in which names find room. */
const kinds = ['failed', 'warned', 'passed'] as const;

export function draftTestResult(run: TestRun): Draft {
  const { at, attestation, repository, testNames, url, workflow } = run;
  const { problems, totals } = run.results;
  const [problem] = problems;
  if (problem !== undefined) return { kind: 'none', code: 'unusable', why: `the test results are unusable: ${oneLine(problem.message)}` };
  if (totals.total === totals.skipped) return { kind: 'none', code: 'nothing-ran', why: 'no test ran' };
  const counts = { failed: totals.failures + totals.errors, warned: totals.flaky, passed: totals.passed - totals.flaky };
  const listed = namesWithin(run);
  const omitted = listed.map(({ kind, names }) => [kind, counts[kind] - names.length] as const).filter(([, more]) => more > 0);
  const { gitBlob, uri = url ?? resourceUriOf(repository) } = workflow ?? {};
  return {
    predicateType: testResultType,
    predicate: {
      result: counts.failed > 0 ? 'FAILED' : counts.warned > 0 ? 'WARNED' : 'PASSED',
      configuration: [{ name: attestation, uri, ...(gitBlob === undefined ? {} : { digest: { gitBlob } }) }],
      ...given({ url }),
      failures: counts.failed,
      warnings: counts.warned,
      successes: counts.passed,
      ...Object.fromEntries(listed.map(({ kind, names }) => [`${kind}Tests`, names])),
      [ownField]: {
        resourceUri: resourceUriOf(repository),
        timeCreated: momentOf(at),
        durationSeconds: totals.duration,
        skipped: totals.skipped,
        testNames,
        ...(omitted.length === 0 ? {} : { testNamesOmitted: Object.fromEntries(omitted) }),
      },
    },
  };
}

/** All else in a predicate is shorter. */
const roomForRest = 100_000;
/** A short name counts as one of this many bytes: it costs its reader no less. */
const fewestBytes = 30;
const longestName = 500;

function namesWithin({ names, secrets, testNames }: TestRun) {
  let room = limits.predicateBytes - roomForRest;
  return (testNames === 'none' ? [] : testNames === 'failed' ? (['failed'] as const) : kinds).map((kind) => {
    const all = names[kind].map((name) => oneLine(hideSecrets(name, secrets).text, longestName)).toSorted();
    // Where one finds no room, none does after it: the room stays below zero.
    const over = all.findIndex((name) => (room -= Math.max(fewestBytes, Buffer.byteLength(JSON.stringify(name)) + 1)) < 0);
    return { kind, names: over < 0 ? all : all.slice(0, over) };
  });
}

export interface GateAnswer extends Stated {
  readonly ending: Ending;
  readonly rows: readonly Pick<VerdictRow, 'state'>[];
  /** The address of who judges: the repository of the action, or the service. */
  readonly verifier: string;
  /** Page of the template, and the SHA-256 of `policyText`. */
  readonly policy: { readonly uri: string; readonly sha256: string };
  /** All that were read, each with its page. One without a hash keeps all out, because a reader takes the list for whole. */
  readonly records: readonly { readonly uri: string; readonly sha256: string | undefined }[];
}

const noes: readonly Ending[] = ['non-compliant', 'incomplete', 'unusable'];

export function draftSummary({ at, ending, policy, records, repository, rows, verifier }: GateAnswer): Draft {
  const { means, word } = endings[ending];
  const isYes = ending === 'compliant';
  // Any other end is no answer: it is never a yes, and it says no no of this commit either.
  if (!isYes && !noes.includes(ending)) return { kind: 'none', code: ending, why: `it says yes or no, and this is “${word}”: ${means}` };
  const yes = rows.some(({ state }) => state === 'overridden') ? levels.overridden : levels.compliant;
  const inputs = records.flatMap(({ sha256, uri }) => (sha256 === undefined ? [] : [{ uri, digest: { sha256 } }]));
  const isWhole = inputs.length > 0 && inputs.length === records.length;
  return {
    predicateType: summaryType,
    predicate: {
      verifier: { id: verifier, version: { 'compliance-evidence': version } },
      timeVerified: momentOf(at),
      resourceUri: resourceUriOf(repository),
      policy: { uri: policy.uri, digest: { sha256: policy.sha256 } },
      ...(isWhole ? { inputAttestations: inputs.toSorted((one, other) => (one.uri < other.uri ? -1 : 1)) } : {}),
      verificationResult: isYes ? 'PASSED' : 'FAILED',
      verifiedLevels: [isYes ? yes : levels.failed],
    },
  };
}

/** The text whose hash says by what was judged: the template as the service gives it, and the options that change the answer. */
export function policyText(template: unknown, requiredAttestations: readonly string[], options: object): string {
  return canonical({ template, requiredAttestations: requiredAttestations.toSorted(), options });
}

/** RFC 3339, of Unix seconds. */
function momentOf(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}

export function resourceUriOf(repository: string): string {
  return `git+${plainUrl(repository).replace(/(?:\.git)?\/*$/, '')}`;
}
