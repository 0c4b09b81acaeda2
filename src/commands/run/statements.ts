import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endings, hasCode, messageOf, wrongUse } from '../../errors/index.ts';
import { readCheckout, readOrigin } from '../../git/index.ts';
import type { RawOptions } from '../../options/index.ts';
import type { NoStatement, WrittenStatement } from '../../statement/index.ts';
import { oneLine, orNothing, packageUri, plainUrl } from '../../text/index.ts';
import type { Command, statementOutputs } from './command.ts';
import { thisRun } from './commit.ts';
import { inWorkingDirectory, type RunContext } from './context.ts';
import { endingOf, type ActionResult, type Judged } from './result.ts';

/** Absolute paths of what was written, and what is known of it. */
export type StatementOutputs = Readonly<Partial<Record<(typeof statementOutputs)[number], string>>>;

/** By the address of this program, `verifier`. Never throws: a fault is the reason why there is none. */
export async function writeStatements(
  result: ActionResult,
  { raw, verifier = packageUri }: { readonly raw: RawOptions; readonly verifier?: string | undefined },
  context: RunContext,
): Promise<StatementOutputs> {
  const failed = (error: unknown): { readonly why: string } => ({
    why: `it could not be written: ${messageOf(error)}`,
  });
  const { summary, tests, why }: Statements = await statementsOf(result, raw, verifier, context).catch(failed);
  try {
    if ([summary, tests].every((made) => made?.kind !== 'written')) return { 'statement-reason': why };
    const named = raw['statement-folder']?.trim() ?? '';
    const folder = named === '' ? mkdtempSync(join(context.temporary, 'compliance-evidence-')) : resolve(context.workspace, named);
    mkdirSync(folder, { recursive: true });
    const [ofVerdict, ofTests] = [save(folder, 'verdict', summary), save(folder, 'tests', tests)];
    const testPredicate = ofTests['predicate-path'] ?? '';
    return { ...(summary === undefined ? ofTests : ofVerdict), 'test-predicate-path': testPredicate, 'statement-reason': why };
  } catch (error) {
    return { 'statement-reason': failed(error).why };
  }
}

/**
 * Before anything else: where a run says nothing, or is killed, no older yes may stay in the folder that it names.
 * @param command states nothing where it has no such output; one that nobody knows could be any
 * @throws {UsageError} where one stays
 */
export function clearStatements(named: string, workspace = process.cwd(), command?: () => Pick<Command, 'outputs'>): void {
  if (command !== undefined && orNothing(command)?.outputs.includes('statement-path') === false) return;
  try {
    for (const path of ['verdict', 'tests'].flatMap((name) => filesOf(resolve(workspace, named), name))) rmSync(path, { force: true });
  } catch (cause) {
    if (hasCode(cause, 'ENOTDIR')) return;
    const fix = 'Name another folder in statement-folder, or let this user write there';
    throw wrongUse(`An older statement cannot be removed: ${oneLine(String(cause), 300)}`, fix);
  }
}

function filesOf(folder: string, name: string): readonly [statement: string, predicate: string] {
  return [join(folder, `${name}-statement.json`), join(folder, `${name}-predicate.json`)];
}

function save(folder: string, name: string, made: WrittenStatement | NoStatement | undefined): StatementOutputs {
  if (made?.kind !== 'written') return {};
  const [statement, predicate] = filesOf(folder, name);
  writeFileSync(statement, made.statement);
  writeFileSync(predicate, made.predicate);
  const { checksums, predicateType } = made;
  return { 'statement-path': statement, 'predicate-path': predicate, 'predicate-type': predicateType, 'subject-checksums': checksums };
}

interface Statements {
  /** `undefined` where nothing was judged, or there are no test results of this run. */
  readonly summary?: WrittenStatement | NoStatement | undefined;
  readonly tests?: WrittenStatement | NoStatement | undefined;
  readonly why: string;
}

async function statementsOf(result: ActionResult, raw: RawOptions, verifier: string, context: RunContext): Promise<Statements> {
  if (result.kind !== 'judged' && result.kind !== 'recorded')
    return { why: `there is neither a verdict nor a test result: ${endings[endingOf(result)].means}` };
  if (result.dryRun) return { why: 'it was a dry run' };
  const { event, secrets } = context;
  const { directory } = inWorkingDirectory(context, raw['working-directory']?.trim() || undefined);
  const repository = event.repository === undefined ? await readOrigin(directory) : `${event.serverUrl}/${event.repository}`;
  if (repository === undefined) return { why: 'the repository is not known: neither the event nor a remote named `origin` names it' };
  const { evidence, question } = result;
  const sha = question.subject === 'artifact' ? undefined : question.commit;
  const git = evidence?.git;
  const isKnown = git?.digests !== undefined && git.commit.sha1 === sha;
  const reading = isKnown ? git : readCheckout(directory, sha, event.workflowFile).catch(() => undefined);
  // Only in this form a bundler leaves out what is not named.
  const { draftSummary, draftTestResult, policyText, subjectsOf, writeStatement } = await import('../../statement/index.ts');
  const checkout = await reading;
  const commit = sha === undefined ? undefined : { repository, sha, objectSha256: checkout?.digests?.commitSha256 };
  const about = (fingerprint: string | undefined) =>
    subjectsOf(commit, fingerprint === undefined ? [] : [{ name: `sha256:${fingerprint}`, fingerprint }]);
  const basis = result.kind === 'judged' ? result.basis : undefined;
  const of = { repository, at: basis?.at ?? Date.now() / 1000 };
  let [summary, tests]: readonly [Statements['summary'], Statements['tests']] = [undefined, undefined];
  if (basis !== undefined && result.kind === 'judged') {
    const { name: ending, rows } = result.verdict;
    const policy = { uri: policyPage(question, raw), sha256: hash('sha256', policyText(...policyParts(question, basis))) };
    // A gate reads no hashes of records.
    const draft = draftSummary({ ...of, verifier, ending, rows, policy, records: [] });
    summary = writeStatement(draft, about(question.subject === 'artifact' ? question.fingerprint : undefined));
  }
  if (evidence !== undefined) {
    const { name: attestation, problems, testNames = 'failed' } = evidence;
    const { names = { failed: [], warned: [], passed: [] }, totals } = evidence.results;
    const { runAttempt, url } = thisRun(event);
    const attempt = event.repository === undefined || runAttempt === undefined ? '' : `/attempts/${runAttempt}`;
    const place = { workflow: workflowOf(event, checkout?.digests?.workflowBlob), url: url && `${url}${attempt}` };
    const run = { attestation, results: { totals, problems }, names, testNames, secrets, ...place };
    tests = writeStatement(draftTestResult({ ...of, ...run }), about(evidence.data.artifact_fingerprint));
  }
  const isBySha1 = commit !== undefined && commit.objectSha256 === undefined;
  const lacking = isBySha1 ? [`no checkout here has the commit ${sha}, so its SHA-1 alone names it`] : [];
  const why = [...[summary, tests].flatMap((made) => (made?.kind === 'none' ? made.why : [])), ...lacking];
  return { summary, tests, why: why.join('; ') };
}

/** The file that defines the run. */
function workflowOf({ serverUrl, workflowFile }: RunContext['event'], gitBlob: string | undefined) {
  if (workflowFile === undefined) return undefined;
  const { path, ref, repository, sha } = workflowFile;
  return { uri: `${serverUrl}/${repository}/blob/${sha ?? ref}/${path.split('/').map(encodeURIComponent).join('/')}`, gitBlob };
}

/** Page of the flow, which shows its template. */
function policyPage({ flow, org }: Judged['question'], raw: RawOptions): string {
  const base = plainUrl(raw['base-url'] ?? '').replace(/(?:\/api\/v2)?\/*$/, '');
  return [base, ...[org, ...(flow === undefined ? [] : ['flows', flow])].map(encodeURIComponent)].join('/');
}

/** All that changes the verdict; whether it fails the job does not. */
function policyParts(question: Judged['question'], { jobs, policy, templates }: NonNullable<Judged['basis']>) {
  const { required, requiredTypes = [], ...options } = policy;
  const approvedFor = question.subject === 'artifact' ? question.approvedFor : undefined;
  const allowedSkips = jobs?.allowedSkips.toSorted();
  return [templates, required, { ...options, requiredTypes: Object.fromEntries(requiredTypes), allowedSkips, approvedFor }] as const;
}
