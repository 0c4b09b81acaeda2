import type { Trail } from '../contract/index.ts';
import { given, list, nearest, otherwise } from '../text/index.ts';
import { beginTrail, createFlow, dottedFix, dottedNames, nameInYaml, namesInYaml, wantedBy } from './advice.ts';
import type { Evidence, OwnEvidence, TrailQuestion } from './evidence.ts';
import { absentRows, missingReasons } from './missing.ts';
import { otherTrailReasons } from './other-commit.ts';
import { judgeRow, type Policy } from './row.ts';
import { ownReasons, rowsOf, unlistedReason, type TrailRow } from './rows.ts';
import { artifactsForWantOfTests, asJudged, fieldReasons, templateNotices, templateReasons } from './template.ts';
import { testsAskedReasons } from './tests.ts';
import { inOrder, unread, worst, type Reason, type Verdict, type VerdictRow } from './verdict.ts';

function isAskedByTemplate(trail: Trail): boolean {
  const artifacts = Object.values(trail.compliance_status.artifacts_statuses ?? {});
  return rowsOf(trail).some((row) => row.expected) || artifacts.some((artifact) => artifact.unexpected !== true);
}

/** The way that the flow began then decides. A trail's own template is not the flow's. */
export function mayLackTemplate(answered: Trail, policy: Policy): boolean {
  return !policy.allowEmptyTemplate && (answered.own_template === true || !isAskedByTemplate(asJudged(answered, policy)));
}

/**
 * A flow that evidence began requires nothing, so a mistyped name would escape the template of the flow that was meant. It is no
 * yes where the organization had a template before, until a person makes the flow on purpose.
 */
function flowWithoutTemplate({ flow: answer, question }: Evidence): Pick<Verdict, 'reasons' | 'foremost'> {
  const { flow } = question;
  const look = 'look at its spelling, because a mistyped flow requires nothing';
  const notice = (sentence: string) => ({ reasons: [], foremost: `Flow ${flow} ${sentence}: ${look}` });
  switch (answer?.kind) {
    case undefined:
    case 'meant':
      return { reasons: [] };
    case 'untold':
      return notice('has no template, and the service does not tell whether somebody made it on purpose');
    case 'begun-by-evidence':
      if (answer.others.length === 0) return notice('was begun by evidence and has no template, and no other flow is to be seen');
      // Another name that was mistyped is not the one that was meant.
      return {
        reasons: [
          begunByEvidence(
            question,
            answer.others.filter((name) => answer.unmade?.includes(name) !== true),
          ),
        ],
      };
    case 'failed':
      return { reasons: [unread(`How flow ${flow} began`, answer.fault)] };
  }
}

function begunByEvidence({ flow, org }: TrailQuestion, others: readonly string[]): Reason {
  const near = nearest(flow, others);
  const meant = near === undefined ? '' : `If that one was meant, write:\n\n  flow: ${nameInYaml(near)}${otherwise}`;
  return {
    code: 'flow-without-template',
    verdict: 'incomplete',
    message: `Flow ${flow} has no template, and nobody made it: evidence began it, after other flows had templates${near === undefined ? '' : `; did you mean ${near}?`}`,
    fix: `${meant}Check the spelling of flow. If it is meant, make it once, with the token of a member: ${createFlow(flow, org)}

allow-empty-template: true lets such a flow pass`,
  };
}

/** Its rows, what is missing, what it requires, and its own fields. */
function judgeTrail(answered: Trail, evidence: Evidence, policy: Policy): Omit<Verdict, 'name'> {
  const trail = asJudged(answered, policy);
  const { flow, trail: name } = evidence.question;
  const templates = { what: `Trail ${name} of flow ${flow}`, flow, about: {} };
  const said = { ...answered, decided: answered.compliance_status.status };
  const rows = rowsOf(trail);
  const judged = rows.map((row) => judgeRow(row, trail, evidence, policy));
  const fromRows = judged.flatMap(({ reasons }) => reasons);
  const missing = missingReasons(trail, answered, evidence, policy);
  const flowSays = flowWithoutTemplate(evidence);
  const requiresSomething = isAskedByTemplate(trail) || policy.required.length > 0 || flowSays.reasons.length > 0;
  const nothing: readonly Reason[] = requiresSomething || policy.allowEmptyTemplate ? [] : [nothingRequired(evidence, rows)];
  const tests = nothing.length > 0 ? [] : testsAskedReasons(rows, evidence, policy);
  const found = [...flowSays.reasons, ...fromRows, ...missing, ...nothing, ...tests];
  const waived = artifactsForWantOfTests(trail);
  return {
    reasons: [
      ...otherTrailReasons(evidence, policy),
      ...found,
      ...templateReasons(said, templates, policy),
      ...fieldReasons(answered, trail, found),
    ],
    notices: [
      ...(flowSays.foremost === undefined ? [] : [flowSays.foremost]),
      ...templateNotices(said, templates, policy),
      ...severalRuns(judged.map(({ row }) => row)),
      ...judged.flatMap(({ notices }) => notices),
    ],
    rows: [...judged.map(({ row }) => row), ...absentRows(rows, policy)],
    ...given({ foremost: flowSays.foremost }),
    ...(waived.length === 0 ? {} : { waived }),
  };
}

/** Each of several runs must say yes, and one row does not show it. */
function severalRuns(rows: readonly VerdictRow[]): readonly string[] {
  const several = rows.filter(({ groups }) => groups > 1).map(({ attestation, groups }) => `${attestation} (${groups})`);
  return several.length === 0 ? [] : [`Several groups of runs at this commit stand behind ${list(several)}, and each must be compliant`];
}

function nothingRequired({ question }: Evidence, rows: readonly TrailRow[]): Reason {
  const what = rows.length === 0 ? 'holds no evidence and its flow requires none' : 'holds evidence, but its flow requires none';
  const names = [...new Set(rows.map(({ key }) => key))].filter((key) => /^[\w-]+(?:\.[\w-]+)?$/.test(key)).slice(0, 20);
  return {
    code: 'nothing-required',
    verdict: 'incomplete',
    message: `Trail ${question.trail} of flow ${question.flow} ${what}: a trail that requires nothing does not pass`,
    fix: `Check the spelling of flow: a mistyped one is created on the spot. Then say what must be there, in a template (compliance-evidence flow apply FILE) or in the step:

  required-attestations: ${names.length === 0 ? '<names>' : namesInYaml(names)}

allow-empty-template: true lets such a trail pass`,
  };
}

/**
 * Evidence and policy in, verdict out: pure, without a clock and without I/O. One reason per cause, each with its fix.
 * Nothing that could not be read, was not seen evaluated, or is in a state that we do not know ever becomes a yes.
 */
export function decide(evidence: Evidence, policy: Policy): Verdict {
  const own = evidence.own === undefined ? [] : ownReasons(evidence.own, evidence.question);
  // A trail that was read before our own record was evaluated gives an old verdict: it is not used. A trail that could not be
  // read is named as well: it may be the reason why the record was not seen evaluated.
  if (evidence.own !== undefined && !isEvaluated(evidence.own)) return verdictOf([...own, ...serviceFailed(evidence)]);
  const { answer, question } = evidence;
  const where = `trail ${question.trail} of flow ${question.flow}`;
  switch (answer.kind) {
    case 'failed':
      return verdictOf([...own, ...unlistedReason(evidence, own), ...serviceFailed(evidence)]);
    case 'no-flow':
      return verdictOf([
        ...own,
        ...unlistedReason(evidence, own),
        {
          code: 'unknown-flow',
          verdict: 'unknown',
          message: `Organization ${question.org} has no flow ${question.flow}${answer.said === undefined ? '' : `, or base-url is not that of the service: ${answer.said}`}`,
          fix: 'Check the spelling of flow and org, and base-url, the address of the service with or without /api/v2. A flow begins with its first attestation, or with its template: compliance-evidence flow apply FILE',
        },
      ]);
    case 'no-trail': {
      const dotted = dottedNames(policy, [], evidence.before);
      const begin = beginTrail(
        policy.required
          .filter((name) => evidence.before?.attestations.has(name) !== true && !dotted.has(name))
          .map((name) => wantedBy(name, policy.requiredTypes?.get(name))),
        question,
      );
      const missing: Reason = {
        code: 'trail-missing',
        verdict: 'incomplete',
        message: `There is no ${where}${answer.read === undefined ? '' : ` (${answer.read} trails were read)`}: nothing was recorded for it`,
        fix: [begin, ...[...dotted.keys()].slice(0, 1).map((name) => dottedFix(name, policy, dotted))].join('\n\n'),
      };
      return verdictOf([...own, ...unlistedReason(evidence, own), missing], [], absentRows([], policy));
    }
    case 'trail': {
      const { foremost, reasons, notices, rows, waived } = judgeTrail(answer.trail, evidence, policy);
      return { ...verdictOf([...own, ...reasons, ...unlistedReason(evidence, reasons)], notices, rows), ...given({ foremost, waived }) };
    }
  }
}

function serviceFailed({ answer, question }: Evidence): readonly Reason[] {
  if (answer.kind !== 'failed') return [];
  return [unread(`The compliance of trail ${question.trail} of flow ${question.flow}`, answer.fault)];
}

/** If this run was to make a record, the trail shows it evaluated. */
function isEvaluated(own: OwnEvidence): boolean {
  return own.sending.kind === 'accepted' ? own.sending.evaluated : own.sending.kind !== 'failed';
}

function verdictOf(reasons: readonly Reason[], notices: Verdict['notices'] = [], rows: Verdict['rows'] = []): Verdict {
  return { name: worst(reasons), reasons: inOrder(reasons), notices, rows };
}

export interface JobEnd {
  readonly name: string;
  /** `success`, `failure`, `cancelled` or `skipped`, as GitHub's `needs` says it. */
  readonly result: string;
}

export interface JobsBefore {
  readonly ends: readonly JobEnd[];
  readonly allowedSkips: readonly string[];
  readonly page?: string | undefined;
}

export function withJobs(verdict: Verdict, jobs: JobsBefore | undefined): Verdict {
  const recorded = new Set(
    verdict.reasons.flatMap(({ run, verdict: says }) =>
      says === 'non-compliant' && run?.job !== undefined && !isOtherRun(run.url, jobs?.page) ? run.job : [],
    ),
  );
  // A job whose red record is a reason already failed for that.
  const untold = jobs && { ...jobs, ends: jobs.ends.filter(({ name, result }) => result !== 'failure' || !recorded.has(name)) };
  const reasons = [...verdict.reasons, ...jobReasons(untold)];
  return reasons.length === verdict.reasons.length ? verdict : { ...verdict, name: worst(reasons), reasons: inOrder(reasons) };
}

/** An address that is not of a run counts for no run. */
function isOtherRun(...pages: readonly (string | undefined)[]): boolean {
  const runs = pages.map((page) => /^(.*\/actions\/runs\/\d+)(?![\w-])/.exec(page ?? '')?.[1]);
  return runs.every((run) => run !== undefined) && new Set(runs).size > 1;
}

/** One reason for each way to end: evidence that says no may be what got lost. */
export function jobReasons(jobs: JobsBefore | undefined): readonly Reason[] {
  if (jobs === undefined) return [];
  const { allowedSkips, ends } = jobs;
  const ended = (result: string): readonly string[] => ends.filter((end) => end.result === result).map(({ name }) => name);
  const skipped = ended('skipped').filter((name) => !allowedSkips.includes(name));
  const strange = ends.filter(({ result }) => !['success', 'failure', 'cancelled', 'skipped'].includes(result));
  return [
    ...reason(
      ended('failure'),
      'failed',
      'Look at the log of the job; what it was to record may be missing here. Fix it, then run it again',
    ),
    ...reason(ended('cancelled'), 'was cancelled', 'Run the job again: what it was to record may be missing here'),
    ...reason(
      skipped,
      'was skipped',
      `Look at its if: and at the jobs that it needs. If it may be skipped, say so:\n\n  allowed-skips: ${namesInYaml(skipped)}`,
    ),
    ...strange.flatMap(({ name, result }) =>
      reason(
        [name],
        `ended in a state that this version does not know (${JSON.stringify(result)})`,
        'Update compliance-evidence, and give the gate what GitHub says of the jobs:\n\n  jobs: ${{ toJSON(needs) }}',
        'unknown',
      ),
    ),
  ];
}

function reason(names: readonly string[], what: string, fix: string, verdict: 'incomplete' | 'unknown' = 'incomplete'): readonly Reason[] {
  if (names.length === 0) return [];
  const [job, were] = names.length === 1 ? ['Job', what] : ['Jobs', what.replace(/^was /, 'were ')];
  return [{ code: 'job-ended', verdict, message: `${job} ${list(names)} ${were}`, fix }];
}
