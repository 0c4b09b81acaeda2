import type { Static } from 'typebox';
import {
  isDecisionCompliant,
  isGenericCompliant,
  isJiraCompliant,
  isJunitCompliant,
  isPullRequestCompliant,
  isSnykCompliant,
  isSonarCompliant,
} from '../../compliance/index.ts';
import type {
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from '../../contract/index.ts';
import type { Judged } from '../store/model/attestations.ts';

/** The record of each kind of evidence whose rule is ours: its type, and whether the data complies. */
export const evaluated = {
  junit: (data: Static<typeof JunitAttestation>): Judged => ({ type: 'junit', compliant: isJunitCompliant(data.junit_results) }),
  generic: (data: Static<typeof GenericAttestation>): Judged => ({ type: 'generic', compliant: isGenericCompliant(data) }),
  pullRequest: (data: Static<typeof PullRequestAttestation>): Judged => ({ type: 'pull_request', compliant: isPullRequestCompliant(data) }),
  snyk: (data: Static<typeof SnykAttestation>): Judged => ({ type: 'snyk', compliant: isSnykCompliant(data) }),
  sonar: (data: Static<typeof SonarAttestation>): Judged => ({ type: 'sonar', compliant: isSonarCompliant(data) }),
  jira: (data: Static<typeof JiraAttestation>): Judged => ({ type: 'jira', compliant: isJiraCompliant(data) }),
  decision: (data: Static<typeof DecisionAttestation>): Judged => ({ type: 'system:decision', compliant: isDecisionCompliant(data) }),
} as const;
