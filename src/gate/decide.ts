import type { Evidence, OwnEvidence, Policy } from './evidence.ts';
import { dottedFix, dottedNames } from './advice/dotted-names.ts';
import { beginTrail } from './advice/fixes.ts';
import { absentRows } from './trail/missing.ts';
import { ownReasons, unlistedReason } from './trail/own.ts';
import { wantedBy } from './advice/steps.ts';
import { judgeTrail } from './trail/trail.ts';
import { given } from '../text/index.ts';
import { inOrder, worst, type Reason, type Verdict } from './verdict.ts';

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
          fix: 'Look at the spelling of flow and org, and at base-url, which is the address of the service with or without /api/v2. A flow begins with its first attestation, or with its template: compliance-evidence flow apply FILE',
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
  return [
    {
      code: 'service-failed',
      verdict: 'unknown',
      message: `The compliance of trail ${question.trail} of flow ${question.flow} could not be read: ${answer.fault.message}`,
      fix: answer.fault.fix ?? 'Run the job again; if it happens again, look at the service',
    },
  ];
}

/** Whether the trail can be used: if this run was to make a record, the trail shows it evaluated. */
function isEvaluated(own: OwnEvidence): boolean {
  return own.sending.kind === 'accepted' ? own.sending.evaluated : own.sending.kind !== 'failed';
}

function verdictOf(reasons: readonly Reason[], notices: Verdict['notices'] = [], rows: Verdict['rows'] = []): Verdict {
  return { name: worst(reasons), reasons: inOrder(reasons), notices, rows };
}
