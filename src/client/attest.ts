import type {
  AboutAttestation,
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  OverrideAttestation,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from '../contract/index.ts';
import { attest, type Accepted, type AttestOperation, type Submission } from './attestations.ts';
import type { Call } from './transport.ts';

/** A function that posts evidence of one kind, which its type holds to the form of that kind. */
function posts<Data extends AboutAttestation>(operation: AttestOperation) {
  return (call: Call, submission: Submission<Data>): Promise<Accepted> => attest(call, operation, submission);
}

/** Evidence whose verdict is the caller's own. */
export const attestGeneric = posts<GenericAttestation>('attestGeneric');
/** Evidence that the rules of a custom type judge; a `ResponseError` with status 404 where there is no such type, 400 where it cannot be judged. */
export const attestCustom = posts<CustomAttestation>('attestCustom');
export const attestPullRequest = posts<PullRequestAttestation>('attestPullRequest');
export const attestSnyk = posts<SnykAttestation>('attestSnyk');
export const attestSonar = posts<SonarAttestation>('attestSonar');
export const attestJira = posts<JiraAttestation>('attestJira');
/** The outcome of a check against a control. */
export const attestDecision = posts<DecisionAttestation>('attestDecision');
/** Says whether a name complies, instead of what its evidence says, and takes no attachment; a `ResponseError` with status 404 where there is no such evidence. */
export const overrideAttestation = posts<OverrideAttestation>('overrideAttestation');
