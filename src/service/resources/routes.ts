import type { Route } from '../http/route.ts';
import type { PageRoute } from '../pages/mount.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { approval, approvals } from './approvals/page.ts';
import { artifact, artifacts } from './artifacts/page.ts';
import { customType, customTypes } from './custom-types/page.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { assertRoutes } from './asserts/routes.ts';
import { attachment } from './attestations/page.ts';
import { audit, audits, savedFiles } from './audits/page.ts';
import { statementFiles, statementKey } from './gate/page.ts';
import { statementRoutes } from './gate/routes.ts';
import { attestRoutes, attestationRoutes } from './attestations/routes.ts';
import { typeRoutes } from './custom-types/routes.ts';
import { changes, environment, environments, snapshot } from './environments/page.ts';
import { notifications } from './notifications/page.ts';
import { policies, policy } from './policies/page.ts';
import { records } from './records/page.ts';
import { allowlistRoutes, environmentRoutes, snapshotRoutes } from './environments/routes.ts';
import { flow, flowTests, flows } from './flows/page.ts';
import { flowRoutes } from './flows/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { endJobRule, jobRules, makeJobRule } from './oidc/page.ts';
import { home, organization } from './organizations/page.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { searchPage } from './search/page.ts';
import { searchRoutes } from './search/routes.ts';
import { sessionPages } from './sessions/page.ts';
import { access, endToken, makeToken, rotate, signOut } from './tokens/page.ts';
import { tagRoutes } from './tags/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { trail } from './trails/page.ts';
import { trailRoutes } from './trails/routes.ts';

/** The pages, the files that these link to, and the forms that they send. */
export const pageRoutes: readonly PageRoute[] = [
  ...sessionPages,
  statementKey,
  home,
  organization,
  searchPage,
  flows,
  flow,
  flowTests,
  trail,
  attachment,
  ...statementFiles,
  audits,
  audit,
  ...savedFiles,
  artifacts,
  artifact,
  approvals,
  approval,
  environments,
  environment,
  snapshot,
  changes,
  policies,
  policy,
  customTypes,
  customType,
  notifications,
  records,
  access,
  makeToken,
  rotate,
  endToken,
  signOut,
  jobRules,
  makeJobRule,
  endJobRule,
];

export const routes: readonly Route[] = [
  ...trailRoutes,
  ...attestRoutes,
  ...attestationRoutes,
  ...statementRoutes,
  ...artifactRoutes,
  ...approvalRoutes,
  ...flowRoutes,
  ...notificationRoutes,
  ...policyRoutes,
  ...searchRoutes,
  ...organizationRoutes,
  ...typeRoutes,
  ...environmentRoutes,
  ...snapshotRoutes,
  ...allowlistRoutes,
  ...tagRoutes,
  ...assertRoutes,
  ...recordRoutes,
  ...oidcRoutes,
  ...tokenRoutes,
];
