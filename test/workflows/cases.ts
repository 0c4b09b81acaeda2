import { auditCases, faultCases } from './audit-cases.ts';
import type { Case } from './case.ts';
import { forkCases, noSecretCases } from './fork-cases.ts';
import { noServerCases, noServerJobsCases } from './no-server-cases.ts';
import { artifactCases, oneStepCases } from './one-step-cases.ts';
import { matrixCases, recipeCases } from './recipe-cases.ts';
import { organizationCases, severalJobsCases, teamCases } from './team-cases.ts';

export const cases: readonly Case[] = [
  ...noServerCases,
  ...noServerJobsCases,
  ...oneStepCases,
  ...noSecretCases,
  ...severalJobsCases,
  ...matrixCases,
  ...recipeCases,
  ...forkCases,
  ...artifactCases,
  ...auditCases,
  ...organizationCases,
  // After the audits: they leave red artifacts, which an audit of the same service finds.
  ...teamCases,
  ...faultCases,
];
