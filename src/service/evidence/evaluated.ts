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
import { newestRule } from '../store/log/header.ts';
import type { Evaluated } from '../store/model/attestations.ts';

/** The record of each kind of evidence whose rule is ours: its type, and whether the data complies. */
export const evaluated = {
  junit: (data: Static<typeof JunitAttestation>): Evaluated => ({
    type: 'junit',
    compliant: isJunitCompliant(data.junit_results, newestRule),
  }),
  generic: (data: Static<typeof GenericAttestation>): Evaluated => ({ type: 'generic', compliant: isGenericCompliant(data) }),
  pullRequest: (data: Static<typeof PullRequestAttestation>): Evaluated => ({
    type: 'pull_request',
    compliant: isPullRequestCompliant(data),
  }),
  snyk: (data: Static<typeof SnykAttestation>): Evaluated => ({ type: 'snyk', compliant: isSnykCompliant(data) }),
  sonar: (data: Static<typeof SonarAttestation>): Evaluated => ({ type: 'sonar', compliant: isSonarCompliant(data) }),
  jira: (data: Static<typeof JiraAttestation>): Evaluated => ({ type: 'jira', compliant: isJiraCompliant(data) }),
  decision: (data: Static<typeof DecisionAttestation>): Evaluated => ({ type: 'system:decision', compliant: isDecisionCompliant(data) }),
} as const;
