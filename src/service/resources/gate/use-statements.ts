import { countedRows, testsRun, type RowCounts } from '../../../compliance/index.ts';
import { matches } from '../../../contract/index.ts';
import { failedTestsKey, failureOf, runKey } from '../../../gate/index.ts';
import { bundleType, draftSummary, draftTestResult, keyBundle, payloadType, policyText } from '../../../statement/index.ts';
import { signStatement, subjectsOf, writeStatement, type Draft, type StatedArtifact, type StatedCommit } from '../../../statement/index.ts';
import { countAt, given, listAt, plainUrl, stringAt, valueAt, webAddress } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import { Refusal } from '../../evidence/refusal.ts';
import { sha256 } from '../../record/kind.ts';
import { attestationOnTrail, type AttestationView } from '../attestations/use.ts';
import { findTrailNow } from '../trails/use.ts';
import { TooMuch, verdictOnTrail } from './use.ts';

type Place = Readonly<Record<'flow' | 'trail', string>>;

/** The answer of a gate now about the commit of a trail, in a form that readers without this service can check. */
export async function statementOfTrail(evidence: Evidence, org: Asking, { flow, trail: name }: Place) {
  const { links = evidence.links } = evidence.stating ?? {};
  const { trail } = await findTrailNow(evidence, org, flow, name);
  const sha = matches('commitSha', name) ? name : stringAt(trail.details, 'git_commit_info', 'sha1');
  const found = await verdictOnTrail({ links, store: evidence.store }, org, trail.id, sha).catch((error: unknown) => {
    throw error instanceof TooMuch ? nothingStated(error.message, 'Record less on a trail.') : error;
  });
  const { now, read, verdict } = found;
  const { required, ...options } = found.policy;
  const templates = { ofFlow: now.current.flowTemplate.template, ofTrail: now.trail.template };
  const repository = repositoryIn([now.trail.details, ...read.map(({ data }) => data)]);
  const policy = { uri: links.flow(org.orgName, flow), sha256: sha256(policyText(templates, required, options)) };
  const { name: ending, rows } = verdict;
  const draft = draftSummary({ repository, at: Date.now() / 1000, verifier: links.service(), policy, ending, rows, records: read });
  const artifacts = Object.entries(now.current.compliance.artifacts_statuses ?? {}).flatMap(([artifact, status]) => {
    const { artifact_fingerprint: fingerprint, is_compliant: isCompliant } = status;
    // A yes is about no artifact that has a no of its own.
    const isMeant = ending !== 'compliant' || isCompliant === true;
    return typeof fingerprint === 'string' && isMeant ? [{ name: artifact, fingerprint }] : [];
  });
  return write(evidence, draft, { repository, ...given({ sha }) }, artifacts);
}

export async function statementOfRecord(evidence: Evidence, org: Asking, { flow, trail: name }: Place, id: string) {
  const { trail } = await findTrailNow(evidence, org, flow, name);
  return statementIn(evidence, await attestationOnTrail(evidence, org, trail, id));
}

/** The test results of a record, as they were recorded. */
export function statementIn(evidence: Evidence, record: AttestationView) {
  const rows = record.attestation_type === 'junit' ? countedRows(record['junit_results']) : undefined;
  if (rows === undefined) throw nothingStated('the record holds no test results');
  const sum = (counted: (row: RowCounts) => number): number => rows.reduce((all, row) => all + counted(row), 0);
  const [total, failures, errors] = [sum((row) => row.total), sum((row) => row.failures), sum((row) => row.errors)];
  const { failed } = failureOf(record);
  if (failed?.by === 'cause') throw nothingStated(`its test results are unusable: ${failed.names[0] ?? ''}`);
  const passed = testsRun(rows) - failures - errors;
  if (passed < 0 || (!record.is_compliant && failures + errors === 0 && testsRun(rows) > 0))
    throw nothingStated('the counts of its test results contradict themselves');
  const flaky = Math.min(countAt(record.user_data, runKey, 'flaky') ?? 0, passed);
  const names = (listAt(record.user_data, runKey, failedTestsKey) ?? []).filter((test) => typeof test === 'string');
  const repository = repositoryIn([record]);
  const page = webAddress(stringAt(record, 'origin_url'))?.href;
  const duration = sum((row) => Number(valueAt(row, 'duration')) || 0);
  const totals = { total, failures, errors, skipped: total - testsRun(rows), passed, flaky, retried: 0, duration };
  const draft = draftTestResult({
    repository,
    at: record.created_at,
    attestation: record.attestation_name,
    results: { totals, problems: [] },
    names: { failed: names, warned: [], passed: [] },
    testNames: 'failed',
    // The record was made without them.
    secrets: [],
    // Others read a statement than those who may read the record: an account, and what follows the path, may be a secret.
    url: page && plainUrl(page),
  });
  const fingerprint = stringAt(record, 'artifact_fingerprint');
  const artifacts = fingerprint === undefined ? [] : [{ name: `sha256:${fingerprint}`, fingerprint }];
  return write(evidence, draft, { repository, ...given({ sha: stringAt(record, 'git_commit_info', 'sha1') }) }, artifacts);
}

/** The page of the one repository that is named: next to what was sent, or by the page of a commit. */
function repositoryIn(sent: readonly unknown[]): string {
  const found = sent.flatMap((data) => {
    const ofCommit = /^(.+?)(?:\/-)?\/commit\/[0-9a-f]{40,64}$/.exec(stringAt(data, 'git_commit_info', 'url') ?? '')?.[1];
    return webAddress(stringAt(data, 'repo_info', 'url') ?? ofCommit)?.href.replace(/(?:\.git)?\/*$/, '') ?? [];
  });
  const [repository, ...others] = new Set(found);
  if (repository !== undefined && others.length === 0) return repository;
  throw nothingStated(`the records name ${repository === undefined ? 'no repository' : 'several repositories'} as that of the commit`);
}

type Commit = Pick<StatedCommit, 'repository'> & Partial<Pick<StatedCommit, 'sha'>>;

/** Bare, or in the bundle that signs it. */
function write({ stating }: Evidence, draft: Draft, { repository, sha }: Commit, artifacts: readonly StatedArtifact[]) {
  const made = writeStatement(draft, subjectsOf(sha === undefined ? undefined : { repository, sha }, artifacts));
  if (made.kind === 'none') throw nothingStated(made.why);
  const { signer } = stating ?? {};
  if (signer === undefined) return { text: made.statement, type: payloadType };
  return { text: keyBundle(signStatement(made.statement, signer.sign), signer.hint), type: bundleType };
}

/** Whether there is one, so that no page leads to none. */
export async function isStated(state: () => unknown): Promise<boolean> {
  try {
    await state();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false;
    throw error;
  }
}

function nothingStated(why: string, fix = 'Look at what was recorded there, and record again what is wrong or missing.'): Refusal {
  return new Refusal('conflict', `There is no statement: ${why}.`, { fix });
}
