import { judgeSubject } from '../../../src/commands/gate/judge-subject.ts';
import { startDeadline, type Call } from '../../../src/client/index.ts';
import type { ArtifactQuestion, Policy, Question, Verdict } from '../../../src/gate/index.ts';
import { transportOf } from '../../audit/collect/service-world.ts';

const policy: Policy = { required: [], allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false, minTests: 1 };

export const callOf = (url: string): Call => ({ transport: transportOf(url), deadline: startDeadline(60_000) });

/** The answer of a gate without demands, and of `explain`, asked over HTTP, in the form of the field `gate`. */
export async function gateOverHttp(call: Call, question: Question): Promise<unknown> {
  const judged = async (allowEmptyTemplate: boolean): Promise<Verdict> =>
    (
      await judgeSubject(
        call,
        question,
        { policy: { ...policy, allowEmptyTemplate }, jobs: undefined, waitTimeout: 0, evaluationTimeout: 100 },
        () => Promise.resolve({ kind: 'unasked' }),
      )
    ).verdict;
  const strict = await judged(false);
  const nothing = strict.reasons.find(({ code }) => code === 'nothing-required');
  const { name, reasons } = nothing === undefined ? strict : await judged(true);
  const [first] = reasons;
  return {
    verdict: name,
    ...(first === undefined ? {} : { reason: { code: first.code, message: first.message, fix: first.fix } }),
    ...(nothing === undefined ? {} : { note: nothing.message }),
  };
}

export function aboutTrail(flow: string, trail: string): Question {
  return { subject: 'trail', org: 'acme', flow, trail, commit: /^[a-f0-9]{40}$/.test(trail) ? trail : undefined };
}

export function aboutArtifact(flow: string, fingerprint: string): ArtifactQuestion {
  return { subject: 'artifact', org: 'acme', flow, fingerprint, approvedFor: undefined };
}
