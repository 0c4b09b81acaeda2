import { onTestFinished } from 'vitest';
import { commands, contextOf, exitCodeOf, run, type Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault, startFaultServer, type Fault, type FaultServer, type RecordedRequest } from '../../support/fault-server.ts';

export const sha = 'c0ffee0000000000000000000000000000000001';
export const otherSha = 'c0ffee0000000000000000000000000000000002';
export const fingerprint = 'ab'.repeat(32);
export const otherFingerprint = 'cd'.repeat(32);

type Json = Readonly<Record<string, unknown>>;
/** A JSON answer, or a fault in its place: `{ fault }`. */
type Answered = unknown;

/** The answers of a service. Every part is green unless said otherwise. */
export interface Says {
  /** Pages of the list of artifacts. */
  readonly artifacts?: readonly Answered[];
  readonly approvals?: Answered;
  readonly search?: Answered;
  /** Records at the commit. */
  readonly records?: readonly Json[] | { readonly fault: Fault };
  /** Trails by `flow/trail`. */
  readonly trails?: Readonly<Record<string, Answered>>;
}

export const broken = { fault: fault.status(500, {}, { message: 'oh' }) } as const;
export const page = { fault: fault.status(200, { 'content-type': 'text/html' }, '<h1>Log in</h1>') } as const;
export const absent = { fault: fault.status(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>') } as const;

/** The answer of a service that can search, and does not know the commit. */
export const unheard = { fault: fault.status(404, {}, { message: `No matches for '${sha}'.` }) } as const;

const isFault = (value: unknown): value is { readonly fault: Fault } => typeof value === 'object' && value !== null && 'fault' in value;
const answer = (value: Answered): Fault => (isFault(value) ? value.fault : fault.status(200, {}, value));

/** A trail with one attestation of its template, which is green unless said otherwise. */
export function trail(name: string, row: Json = {}, more: Json = {}, status = 'COMPLIANT'): Json {
  const of = {
    attestation_name: 'unit',
    attestation_type: 'junit',
    attestation_id: `unit-of-${name}`,
    status: 'COMPLETE',
    is_compliant: true,
    unexpected: false,
    ...row,
  };
  const compliance = { status, is_compliant: status === 'COMPLIANT', attestations_statuses: [of], artifacts_statuses: {} };
  return { name, compliance_state: status, is_compliant: status === 'COMPLIANT', compliance_status: compliance, ...more };
}
export const redTrail = (name: string): Json => trail(name, { is_compliant: false }, {}, 'NON-COMPLIANT');
export const bareTrail = (name: string): Json =>
  trail(name, { attestation_id: null, status: 'MISSING', is_compliant: false }, {}, 'INCOMPLETE');

/** The record of the attestation of a trail. */
export function record(ofTrail: string, more: Json = {}): Json {
  return {
    attestation_id: `unit-of-${ofTrail}`,
    attestation_name: 'unit',
    attestation_type: 'junit',
    is_compliant: true,
    created_at: 1_767_323_045,
    flow_name: 'shop',
    trail_name: ofTrail,
    git_commit_info: { sha1: sha },
    junit_results: [{ name: 'suite', failures: 0, errors: 0, skipped: 0, total: 3, duration: 1 }],
    ...more,
  };
}

/** Results with one failure. */
export const failing = { junit_results: [{ name: 'suite', failures: 1, errors: 0, skipped: 0, total: 3, duration: 1 }] };

export const artifact = (more: Json = {}): Json => ({ fingerprint, trail_name: 't1', state: 'COMPLIANT', git_commit: sha, ...more });
export const approval = (more: Json = {}): Json => ({
  release_number: 1,
  state: 'APPROVED',
  target_artifact: fingerprint,
  environment: null,
  approvals: [{ state: 'APPROVED', comment: '', approved_by: 'bob', approval_url: '' }],
  reported_by: 'ada',
  ...more,
});
export const foundArtifact = (more: Json = {}): Json => ({
  fingerprint,
  flow: 'shop',
  trail: 't1',
  git_commit: sha,
  compliance_state: 'COMPLIANT',
  has_provenance: true,
  ...more,
});
export const found = (artifacts: readonly Json[], resolved: Json = {}): Json => ({
  resolved_to: { type: 'commit', full_match: sha, ...resolved },
  artifacts,
});

/** A service that gives these answers, with `t1` of the flow `shop` green and everything about it. */
function scriptOf({
  approvals = [approval()],
  artifacts = [[artifact()]],
  records = [record('t1')],
  search = found([foundArtifact()]),
  trails,
}: Says) {
  const known: Readonly<Record<string, Answered>> = { 'shop/t1': trail('t1'), ...trails };
  return ({ url }: RecordedRequest): Fault => {
    const { pathname, searchParams } = new URL(url, 'http://stub');
    const path = pathname.replace('/api/v2/', '');
    if (path === 'artifacts/acme') return answer(artifacts[Number(searchParams.get('page')) - 1] ?? []);
    if (path === `artifacts/acme/shop/${fingerprint}/approvals`) return answer(approvals);
    if (path === `search/acme/sha/${sha}`) return answer(search);
    if (path === 'attestations/acme') return recordsFor(searchParams, records);
    const [, name] = /^trails\/acme\/(.+\/.+)$/.exec(path) ?? [];
    if (name !== undefined && name in known) return answer(known[name]);
    if (name !== undefined) return fault.status(404, {}, { message: `There is no trail ${name.replace('/', ' in ')}` });
    return path.startsWith('trails/acme/') ? fault.status(200, {}, []) : absent.fault;
  };
}

function recordsFor(query: URLSearchParams, records: NonNullable<Says['records']>): Fault {
  if (isFault(records)) return records.fault;
  const id = query.get('attestation_id');
  if (id !== null) return fault.status(200, {}, { data: records.filter((one) => one['attestation_id'] === id) });
  const [flow, name] = [query.get('flow_name'), query.get('attestation_name')];
  const commits = query.getAll('commit_list');
  const matching = (commit: string) =>
    records.filter(
      (one) =>
        (Object(one['git_commit_info'])['sha1'] ?? commit) === commit &&
        (flow === null || (one['flow_name'] ?? flow) === flow) &&
        (name === null || one['attestation_name'] === name),
    );
  return fault.status(200, {}, Object.fromEntries(commits.map((commit) => [commit, matching(commit)])));
}

export interface Gated {
  readonly result: Result;
  readonly exitCode: number;
  /** The verdict, or the end of the run without one. */
  readonly ending: string;
  readonly codes: readonly string[];
  readonly server: FaultServer;
  readonly waited: number;
}

/** Runs `gate` against a service that gives these answers. With several sets, each one counts from the next look on. */
export function gateOn(options: RawOptions, says: Says, ...later: readonly Says[]): Promise<Gated> {
  return askOn('gate', options, says, ...later);
}

/** The same with a command that judges as the gate does. */
export async function askOn(name: 'gate' | 'explain', options: RawOptions, says: Says, ...later: readonly Says[]): Promise<Gated> {
  const clock = fakeClock();
  const scripts = [says, ...later].map(scriptOf);
  let looks = 0;
  const begins = (url: string): boolean =>
    url.includes('/artifacts/acme?') ? url.includes('flow_name=') && url.includes('page=1&') : url.includes(`/search/acme/sha/${sha}`);
  const server = await startFaultServer({
    script: (request) => {
      if (later.length > 0 && begins(request.url)) looks += 1;
      return (scripts[Math.min(Math.max(looks - 1, 0), scripts.length - 1)] ?? scriptOf(says))(request);
    },
  });
  onTestFinished(() => server.close());
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new Error(`there is no ${name}`);
  const context = { ...contextOf({}, process.cwd(), new AbortController().signal, () => undefined), clock };
  const raw = { 'base-url': server.url, 'api-token': 'a-token-for-tests', org: 'acme', ...options };
  const result = await run(command, { raw, naming: (option) => `--${option}` }, context);
  const verdict = result.kind === 'judged' || result.kind === 'explained' ? result.verdict : undefined;
  const ending = verdict?.name ?? (result.kind === 'stopped' ? result.ending : result.kind);
  const codes = verdict?.reasons.map(({ code }) => code) ?? [];
  return { result, exitCode: exitCodeOf(result), ending, codes, server, waited: clock.waits.reduce((sum, wait) => sum + wait, 0) };
}

/** The options of each subject. */
export const ofArtifact = { subject: 'artifact', flow: 'shop', fingerprint } as const;
export const ofCommit = { subject: 'commit', commit: sha } as const;
export const ofTrail = { subject: 'trail', flow: 'shop', trail: 't1', commit: sha } as const;
