import { deepStrictEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { stringAt } from '../../src/text/index.ts';
import { openOrganization, type Organization } from '../audit/organization/world.ts';
import { privateKey, publicKey } from '../support/app-key.ts';
import type { GitHubApi } from '../support/github-api/open.ts';
import { openAudited, type Audited } from './audited.ts';
import type { Case, Step } from './case.ts';
import type { Engine } from './engine.ts';
import { flowsOf } from './examples.ts';
import type { Job, WorkflowRun } from './log.ts';
import type { Newcomer } from './newcomer.ts';
import type { Service } from './service.ts';
import { runId, type Sent, type Shop } from './shop.ts';
import type { Workflow, WorkflowJob } from './workflow.ts';

/**
 * The engine stops when a reusable workflow fails, where GitHub goes on with the jobs that run always. This is the
 * workflow of those that are left: each job that they need is one that ends as it did. `undefined` where none is left.
 *
 * @param outputs of the workflow that failed
 */
function afterFailedCall(text: string, { jobs: ran }: WorkflowRun, outputs: Readonly<Record<string, string>>): string | undefined {
  const workflow: Workflow = parse(text);
  const ofName = (name: string): readonly Job[] =>
    Array.from(ran.values()).filter((job) => job.name === name || job.name.startsWith(`${name} {`));
  const calls = Object.entries(workflow.jobs).filter(([, { uses }]) => uses !== undefined);
  if (!calls.some(([name]) => ofName(name).some(({ failed }) => failed.length > 0))) return undefined;
  const left = calls.filter(([name, job]) => job.if?.startsWith('${{ always() ') === true && ofName(name).length === 0);
  if (left.length === 0) return undefined;
  const needed = new Set(left.flatMap(([, { needs }]) => [needs].flat().map(String)));
  const jobs = [...Array.from(needed, (name): [string, WorkflowJob] => [name, endingAs(ofName(name), outputs)]), ...left];
  return stringify({ ...workflow, jobs: Object.fromEntries(jobs) });
}

function endingAs(legs: readonly Job[], outputs: Readonly<Record<string, string>>): WorkflowJob {
  const step = { run: legs.some(({ failed }) => failed.length > 0) ? 'exit 1' : 'true' };
  return { 'runs-on': 'ubuntu-latest', outputs, ...(legs.length === 0 ? { if: '${{ false }}' } : {}), steps: [step] };
}

/** An organization of five repositories with an App on all of them, for the workflow that audits it. */
interface AuditedOrganization extends Pick<Organization, 'api' | 'close'> {
  /** The variables that make the jobs take the double for GitHub. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
}

/** Everything in it landed two days ago: an audit looks at the last seven unless it is told otherwise. */
async function openAuditedOrganization(): Promise<AuditedOrganization> {
  const begins = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const organization = await openOrganization(
    [
      { name: 'shop', pushed: 1 },
      { name: 'stock', pushed: 1 },
      { name: 'site' },
      { name: 'docs' },
      { name: 'old', more: { archived: true, pushedAt: '2024-01-01T00:00:00Z' } },
    ],
    { app: { id: 'Iv1.app', publicKey }, begins, hasService: false },
  );
  const { url } = organization.api;
  return {
    api: organization.api,
    close: () => organization.close(),
    env: { GITHUB_API_URL: url, GITHUB_SERVER_URL: url },
    secrets: { AUDIT_APP_PRIVATE_KEY: privateKey },
    vars: { AUDIT_APP_ID: 'Iv1.app' },
  };
}

/** Leaves a part of another plan among those of a run, as soon as that has its plan. */
async function leaveForeignPart(artifacts: string, runId: string): Promise<void> {
  const plan = join(artifacts, runId, 'compliance-audit-plan', '1', 'plan.json');
  for (let waits = 0; !existsSync(plan) && waits < 600; waits += 1) await pause(50);
  await pause(50);
  const digest = stringAt(JSON.parse(readFileSync(plan, 'utf8')), 'digest') ?? '';
  const folder = join(artifacts, runId, `compliance-audit-part-${digest}-9`, '1');
  mkdirSync(folder, { recursive: true });
  const part = { format: 'compliance-evidence-organization-part', version: 1, plan: 'a'.repeat(64), index: 0, repositories: [] };
  writeFileSync(join(folder, 'part-9.json'), JSON.stringify(part));
}

/** A folder with a `git` that kills whoever clones a repository of that name with it, as a runner that dies would. */
function killingGit(folder: string, name: string): string {
  const place = join(folder, 'killing');
  mkdirSync(place, { recursive: true });
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(place, 'git'), `#!/bin/sh\ncase "$*" in *clone*/acme/${name}*) kill -9 $PPID; exit 1;; esac\nexec ${real} "$@"\n`, {
    mode: 0o755,
  });
  return place;
}

const programs = join(import.meta.dirname, 'programs');

/** The world that all cases are played in. */
export interface World {
  readonly engine: Engine;
  readonly service: Service;
  readonly shop: Shop;
  readonly newcomers: Readonly<Record<Newcomer, Shop>>;
  /** A folder for the files of a case while it is played. */
  readonly folder: string;
  readonly api: GitHubApi;
  /** Texts of the workflows by their names, with the owner filled in and nothing else changed. */
  readonly workflows: ReadonlyMap<string, string>;
  /** Names of the outputs that action.yml declares. */
  readonly outputs: readonly string[];
  /** An address where nobody listens. */
  readonly deadUrl: string;
}

/** Plays a case. Throws if the result differs. `ran` is shown every run. */
export async function play(each: Case, world: World, ran: (run: WorkflowRun) => void): Promise<void> {
  if (each.of !== undefined && each.of !== 'shop') return playSteps(each, { ...world, shop: world.newcomers[each.of] }, ran);
  if (each.demands === undefined && each.applies === undefined) return playSteps(each, world, ran);
  if (each.demands !== undefined) world.service.demand(...each.demands);
  const flows = (each.applies ?? []).flatMap(flowsOf);
  for (const flow of flows) world.service.apply(flow);
  const names = flows.map((flow) => {
    const { name }: { readonly name: string } = parse(flow);
    return name;
  });
  // Jobs get the token of `docs/service.md`, which reaches the flows of their recipes alone.
  const service = names.length === 0 ? world.service : { ...world.service, token: world.service.recorder(names) };
  try {
    await playSteps(each, { ...world, service }, ran);
  } finally {
    world.service.demand();
  }
}

async function playSteps(each: Case, world: World, ran: (run: WorkflowRun) => void): Promise<void> {
  if (each.organization !== undefined) return playOrganization(each, world, ran);
  if (each.audited === undefined) return playAll(each, world, ran);
  const audited = await openAudited(world.shop);
  try {
    await playAll(each, world, ran, audited);
  } finally {
    await audited.double.close();
  }
}

async function playOrganization(each: Case, world: World, ran: (run: WorkflowRun) => void): Promise<void> {
  const organization = await openAuditedOrganization();
  try {
    await playAll(each, world, ran, undefined, organization);
    deepStrictEqual(organization.api.breaches, [], 'What does not hold to the description of GitHub’s API');
  } finally {
    await organization.close();
  }
}

async function playAll(
  { records, steps }: Case,
  world: World,
  ran: (run: WorkflowRun) => void,
  audited?: Audited,
  organization?: AuditedOrganization,
): Promise<void> {
  const { service, shop } = world;
  let event: Sent | undefined;
  const artifacts = await mkdtemp(join(world.folder, 'artifacts-'));
  for (const step of steps) {
    event = step.event?.(shop, event) ?? event ?? shop.push();
    const before = world.api.statuses.length;
    if (step.lands !== undefined) audited?.land(event, step.lands);
    if (step.limited === true) audited?.double.limit('/', { kind: 'primary', times: Infinity, seconds: 3_600 });
    const [run] = await Promise.all([
      runStep(step, event, artifacts, world, audited, organization),
      ...(step.foreign === true ? [leaveForeignPart(artifacts, step.run ?? runId)] : []),
    ]);
    ran(run);
    const { about } = event;
    const statuses = world.api.statuses.slice(before).map(({ context, sha, state }) => ({ context, sha, state }));
    const expected = (step.statuses ?? []).map((state) => ({ context: 'compliance/checkout-service', sha: about, state }));
    deepStrictEqual(statuses, expected, 'The statuses that were set');
    deepStrictEqual(
      [...world.api.breaches, ...(audited?.double.breaches ?? [])],
      [],
      'What does not hold to the description of GitHub’s API',
    );
    check(step, event, run, world.outputs);
    if (step.issues !== undefined)
      deepStrictEqual(
        audited?.issues.map(({ state }) => state),
        step.issues,
        'The issues',
      );
    audited?.keep(event, step.run ?? runId, artifacts);
  }
  if (event === undefined) return;
  const held = await service.recordsOf(event.about);
  deepStrictEqual(held.map((record) => recordWords(record)).toSorted(), records, 'What the service holds of the commit');
  const commit = { sha1: event.about, message: shop.messageOf(event.about) };
  for (const record of held) {
    const { sha1, message }: { readonly sha1?: unknown; readonly message?: unknown } = record.git_commit_info ?? {};
    deepStrictEqual({ sha1, message }, commit, 'The commit of a record');
  }
}

async function runStep(
  step: Step,
  event: Sent,
  artifacts: string,
  world: World,
  audited?: Audited,
  organization?: AuditedOrganization,
): Promise<WorkflowRun> {
  const { api, deadUrl, engine, service, shop, workflows } = world;
  const workflow = workflows.get(step.workflow);
  ok(workflow !== undefined, `No page shows a workflow that is marked ${step.workflow}`);
  const tokens = { good: service.token, wrong: 'nobody-issued-this-token', empty: '' };
  const text = Object.entries(step.instead ?? {}).reduce((before, [from, to]) => replaced(before, from, to), workflow);
  const options = {
    event,
    secrets: { EVIDENCE_API_TOKEN: tokens[step.token ?? 'good'], ...organization?.secrets },
    vars: { EVIDENCE_BASE_URL: step.service === 'down' ? deadUrl : service.baseUrl, ...organization?.vars },
    env: {
      ARTIFACTS_FOLDER: artifacts,
      CHECKOUT_FROM: shop.folder,
      GITHUB_API_URL: api.url,
      GITHUB_RUN_ID: step.run ?? runId,
      GITHUB_RUN_ATTEMPT: String(step.attempt ?? 1),
      RED_TESTS: step.red ?? '',
      ...idTokensFor(step, event, service),
      // No workflow of the documentation takes anything from there.
      npm_config_registry: deadUrl,
      ...audited?.env,
      ...organization?.env,
    },
    programs: step.killed === undefined ? programs : [killingGit(world.folder, step.killed), programs].join(delimiter),
  };
  const run = await engine.run({ ...options, workflow: text, ...(step.legs === undefined ? {} : { legs: step.legs }) });
  const left = afterFailedCall(text, run, { 'artifact-id': numberOf('compliance-audit', step, artifacts) });
  if (left === undefined) return run;
  const rest = await engine.run({ ...options, workflow: left });
  // The jobs that end as those of the first run did are no jobs of the workflow; one that was skipped ran no step.
  const ran = (name: string): boolean => [...run.jobs.keys()].some((each) => each === name || each.startsWith(`${name} {`));
  const jobs = new Map([...rest.jobs].filter(([name, { took }]) => took.size > 0 && !ran(name)));
  return { exitCode: run.exitCode, jobs: new Map([...run.jobs, ...jobs]), log: `${run.log}\n${rest.log}` };
}

/** The number that the upload of an artifact told; empty where there is none. */
function numberOf(name: string, { attempt = 1, run = runId }: Step, artifacts: string): string {
  const ids = join(artifacts, 'ids');
  const all = existsSync(ids) ? readdirSync(ids) : [];
  return all.find((id) => readFileSync(join(ids, id), 'utf8') === `${run}\n${name}\n${attempt}`) ?? '';
}

/** The variables of a job that may ask for ID tokens, which say what GitHub would say of the event. */
function idTokensFor(
  { attempt = 1, idTokens, run = runId }: Step,
  { name, ref }: Sent,
  { issuer }: Service,
): Readonly<Record<string, string>> {
  if (idTokens === undefined) return {};
  const id = idTokens === 'shop' ? '4711' : '4712';
  issuer.give({ repository: 'acme/app', repository_id: id, ref, event_name: name, run_id: run, run_attempt: String(attempt) });
  return issuer.variables;
}

function replaced(text: string, from: string, to: string): string {
  ok(text.includes(from), `The workflow does not hold: ${from}`);
  return text.replaceAll(from, to);
}

function check(step: Step, event: Sent, { exitCode, jobs, log }: WorkflowRun, outputs: readonly string[]): void {
  const told = Object.fromEntries(Array.from(jobs.values(), (job) => [job.name, expectedWords(step.jobs[job.name], jobWords(job))]));
  deepStrictEqual({ exitCode, jobs: told }, { exitCode: step.exitCode, jobs: step.jobs }, `How ${step.workflow} ended`);
  for (const job of jobs.values()) {
    if (!job.outputs.has('verdict')) continue;
    deepStrictEqual([...job.outputs.keys()].toSorted(), outputs, `The outputs of ${job.name}`);
    ok(job.summary.startsWith('## '), `${job.name} has no summary`);
  }
  for (const words of step.says ?? []) ok(log.includes(words.replace('COMMIT', event.about)), `The log does not say: ${words}`);
  for (const words of step.saysNot ?? []) ok(!log.includes(words), `The log says: ${words}`);
  // The engine goes to the network for an action that has no stand-in.
  ok(!log.includes('LocalRepositoryCache not matched'), 'The workflow uses an action that has no stand-in');
}

/** Returns all of the possible words once one of them is met, so that the two sides can be compared. */
function expectedWords(expected: string | undefined, words: string): string {
  const anyNumber = words.replace(/(\b[\w-]+)(?:, \1\b)+$/, '$1 …');
  return expected?.split('|').some((each) => each === words || each === anyNumber) === true ? expected : words;
}

function jobWords({ failed, outputs }: Job): string {
  const reasons: readonly { readonly code: string }[] = JSON.parse(outputs.get('reasons') ?? '[]');
  const ended = failed.length > 0 ? 'failed' : 'passed';
  const verdict = outputs.get('verdict');
  if (verdict === undefined) return ended;
  const codes = reasons.length === 0 ? '' : `: ${reasons.map(({ code }) => code).join(', ')}`;
  return `${ended}, ${verdict}${codes}`;
}

function recordWords({ attestation_name, is_compliant, user_data }: AttestationRecord): string {
  const ours: unknown = Reflect.get(user_data ?? {}, 'compliance_evidence');
  const run = Object.fromEntries(Object.entries(ours ?? {}));
  const matrix = JSON.stringify(run['matrix'] ?? {});
  return `${attestation_name} ${is_compliant === true ? 'green' : 'red'}, ${String(run['event'])} ${String(run['run_attempt'])}${matrix === '{}' ? '' : `, ${matrix}`}`;
}
