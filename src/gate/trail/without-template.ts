import type { Trail } from '../../contract/index.ts';
import { nearest, otherwise } from '../../text/index.ts';
import { createFlow } from '../advice/fixes.ts';
import { nameInYaml } from '../advice/steps.ts';
import type { Evidence, Policy, TrailQuestion } from '../evidence.ts';
import type { Reason, Verdict } from '../verdict.ts';
import { rowsOf } from './rows.ts';
import { asJudged } from './template.ts';

/** Whether a template asks for anything on the trail. */
export function isAskedByTemplate(trail: Trail): boolean {
  const artifacts = Object.values(trail.compliance_status.artifacts_statuses ?? {});
  return rowsOf(trail).some((row) => row.expected) || artifacts.some((artifact) => artifact.unexpected !== true);
}

/** Whether the flow of a trail may be without a template: then how it began decides. A trail's own template is not the flow's. */
export function mayLackTemplate(answered: Trail, policy: Policy): boolean {
  return !policy.allowEmptyTemplate && (answered.own_template === true || !isAskedByTemplate(asJudged(answered, policy)));
}

/**
 * A flow that evidence began requires nothing, so a mistyped name would escape the template of the flow that was meant. It is no
 * yes where the organization had a template before, until somebody makes the flow on purpose.
 */
export function flowWithoutTemplate({ flow: answer, question }: Evidence): Pick<Verdict, 'reasons' | 'foremost'> {
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
    case 'failed': {
      const { fix, message } = answer.fault;
      return {
        reasons: [
          {
            code: 'service-failed',
            verdict: 'unknown',
            message: `How flow ${flow} began could not be read: ${message}`,
            fix: fix ?? 'Run the job again; if it happens again, look at the service',
          },
        ],
      };
    }
  }
}

function begunByEvidence({ flow, org }: TrailQuestion, others: readonly string[]): Reason {
  const near = nearest(flow, others);
  const meant = near === undefined ? '' : `If that one was meant, write:\n\n  flow: ${nameInYaml(near)}${otherwise}`;
  return {
    code: 'flow-without-template',
    verdict: 'incomplete',
    message: `Flow ${flow} has no template, and nobody made it: evidence began it, after other flows had templates${near === undefined ? '' : `; did you mean ${near}?`}`,
    fix: `${meant}Look at the spelling of flow. If it is meant, make it once, with the token of a member: ${createFlow(flow, org)}

allow-empty-template: true lets such a flow pass`,
  };
}
