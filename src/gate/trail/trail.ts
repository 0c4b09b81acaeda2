import type { Trail } from '../../contract/index.ts';
import { given, list } from '../../text/index.ts';
import { artifactsForWantOfTests, fieldReasons } from './fields.ts';
import type { Evidence, Policy } from '../evidence.ts';
import { judgeRow } from './row.ts';
import { absentRows, missingReasons } from './missing.ts';
import { otherTrailReasons } from './other-trail.ts';
import { rowsOf, type TrailRow } from './rows.ts';
import { asJudged, templateNotices, templateReasons } from './template.ts';
import { namesInYaml } from '../advice/steps.ts';
import { testsAskedReasons } from './test-reasons.ts';
import { flowWithoutTemplate, isAskedByTemplate } from './without-template.ts';
import type { Reason, Verdict, VerdictRow } from '../verdict.ts';

/** All that the trail itself says against a yes: its rows, what is missing, what it requires, and its own fields. */
export function judgeTrail(answered: Trail, evidence: Evidence, policy: Policy): Omit<Verdict, 'name'> {
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

/** Where each of several runs must say yes, whoever reads one row should know. */
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
    fix: `Look at the spelling of flow: a mistyped one is created on the spot. Then say what must be there, in a template (compliance-evidence flow apply FILE) or in the step:

  required-attestations: ${names.length === 0 ? '<names>' : namesInYaml(names)}

allow-empty-template: true lets such a trail pass`,
  };
}
