import type { Approval } from '../../contract/index.ts';
import type { ArtifactQuestion, FaultFacts } from '../evidence.ts';
import { isBlank } from '../../text/index.ts';
import { approvalCommand } from '../advice/fixes.ts';
import type { Reason } from '../verdict.ts';

/** The answer to the question for the approvals of an artifact. */
export type ApprovalsAnswer =
  | { readonly kind: 'approvals'; readonly approvals: readonly Approval[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** The reasons against a yes in the approvals of an artifact. The newest valid one decides: that with the highest number. */
export function approvalReasons(answer: ApprovalsAnswer, question: ArtifactQuestion): readonly Reason[] {
  if (answer.kind === 'failed') {
    return [
      unclear(
        `The approvals of ${nameOf(question)} could not be read: ${answer.fault.message}`,
        answer.fault.fix ?? 'Run the job again; if it happens again, look at the service: it must answer for approvals',
      ),
    ];
  }
  const stray = answer.approvals.find(({ target_artifact: target }) => target?.toLowerCase() !== question.fingerprint);
  if (stray !== undefined) {
    const of = typeof stray.target_artifact === 'string' ? `the artifact ${stray.target_artifact}` : 'an artifact that it does not name';
    return [unclear(`Among the approvals of ${nameOf(question)} is number ${stray.release_number} of ${of}`)];
  }
  const valid = answer.approvals.filter(({ environment }) => isValidFor(environment, question));
  const newest = Math.max(...valid.map(({ release_number: number }) => number));
  const [decisive, twin] = valid.filter(({ release_number: number }) => number === newest);
  if (decisive === undefined) return [noneReason(question, answer.approvals.length)];
  if (twin !== undefined) return [unclear(`Two approvals of ${nameOf(question)} have the number ${newest}`)];
  return stateReasons(decisive, question);
}

/** An approval without an environment is valid everywhere; some services write an empty text for none. */
function isValidFor(environment: string | null | undefined, { approvedFor }: ArtifactQuestion): boolean {
  const named = environment === '' ? null : (environment ?? null);
  return named === null || named === approvedFor;
}

function stateReasons(approval: Approval, question: ArtifactQuestion): readonly Reason[] {
  const { approvals, release_number: number, state } = approval;
  const said = approvals ?? [];
  const what = `Approval ${number} of ${nameOf(question)}${environmentWords(question)}`;
  const names = said.map(({ approved_by: by }) => (typeof by === 'string' && !isBlank(by) ? by : undefined));
  const words = said.map((one, index) => `${names[index] ?? 'somebody'} says ${one.state ?? 'nothing'}`);
  const by = `${words.join(', ') || 'nobody is named'}${reporter(approval)}`;
  switch (state) {
    case 'APPROVED':
      if (said.some((one) => one.state !== 'APPROVED')) return [unclear(`${what} is APPROVED, but ${by}`)];
      if (names.some((name) => name !== undefined)) return [];
      return [
        unclear(
          `${what} is APPROVED, but nobody is named${reporter(approval)}`,
          `Let somebody decide, and report it: ${approvalCommand(question)}`,
        ),
      ];
    case 'PENDING':
      return [
        {
          code: 'approval-pending',
          verdict: 'incomplete',
          message: `${what} was requested, and nobody has decided yet`,
          fix: `Let somebody decide, and report it: ${approvalCommand(question)}`,
        },
      ];
    case 'UNAPPROVED':
      return [
        {
          code: 'approval-refused',
          verdict: 'non-compliant',
          message: `${what} is UNAPPROVED: ${by}`,
          fix: `Ask those who decided; a later approval takes the place of this one. Once they approve, report it: ${approvalCommand(question)}`,
        },
      ];
    default:
      return [unclear(`${what} is in a state that we do not know: ${JSON.stringify(state)}`)];
  }
}

/** The caller claims who approved, so the message also says who reported it. */
function reporter(approval: Approval): string {
  return typeof approval.reported_by === 'string' ? ` (reported by ${approval.reported_by})` : '';
}

function noneReason(question: ArtifactQuestion, others: number): Reason {
  const elsewhere = others === 0 ? '' : `; ${others} ${others === 1 ? 'is' : 'are'} for other environments`;
  return {
    code: 'approval-missing',
    verdict: 'incomplete',
    message: `There is no approval of ${nameOf(question)}${environmentWords(question)}${elsewhere}`,
    fix: `Let somebody decide, and report it: ${approvalCommand(question)}`,
  };
}

function environmentWords({ approvedFor }: ArtifactQuestion): string {
  return typeof approvedFor === 'string' ? ` for ${approvedFor}` : '';
}

function nameOf({ fingerprint, flow }: ArtifactQuestion): string {
  return `artifact ${fingerprint.slice(0, 12)} of flow ${flow}`;
}

function unclear(message: string, fix = 'Look at the approvals in the service; if the service is at fault, tell those who run it'): Reason {
  return { code: 'approval-unclear', verdict: 'unknown', message, fix };
}
