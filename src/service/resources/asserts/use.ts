import type { AssertedArtifact } from '../../../contract/index.ts';
import { given, isBlank, stringAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { Links, View } from '../../evidence/links.ts';
import { inSteps } from '../../evidence/listing.ts';
import { Refusal, noArtifact, noSuch } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import { findEnvironment } from '../environments/use.ts';
import { findFlow } from '../flows/use.ts';
import type { Standing } from './tables.ts';

/** Trails that are read at once; each comes with its whole decision. */
const atOnce = 20;
/** The most trails that one answer covers. Trails that were not read never count as a yes. */
const mostTrails = 1000;

/** An assertion by flows alone. The answers of an environment or of policies come only if they are asked for. */
type Asserted = View<AssertedArtifact, 'environment' | 'policy_evaluations' | 'allow_listing' | 'reason' | 'compliance_status' | 'flows'>;

/** Whether an artifact is compliant on every trail where it was reported, or on those of one flow. Without a trail it is not. */
export async function assertArtifact(evidence: Evidence, org: Org, fingerprint: string, flowName: string | undefined): Promise<Asserted> {
  if (flowName !== undefined) await findFlow(evidence, org, flowName);
  const { links, store } = evidence;
  const flows = [];
  const read = (before: number, limit: number) => store.standings(org.orgId, { fingerprint, before, ...given({ flowName }) }, limit);
  for await (const found of inSteps(Number.MAX_SAFE_INTEGER, atOnce, read, ({ number }) => number)) {
    if (flows.length >= mostTrails) throw tooMany(fingerprint, flowName);
    flows.push(...found.map((each) => standingView(each, fingerprint, org.orgName, links)));
  }
  // A trail that says no is shown first, if there is one.
  const shown = flows.find(({ compliant }) => !compliant) ?? flows[0];
  if (shown === undefined) throw noArtifact(org.orgName, flowName, fingerprint);
  return { fingerprint, ...shown, compliant: flows.every(({ compliant }) => compliant), flows, scope: 'flow' };
}

/** Whether an artifact may run in an environment, or satisfies policies. Allowed ones always may. Without a policy, its flows decide. */
export async function assertArtifactBy(
  evidence: Evidence,
  org: Org,
  fingerprint: string,
  flowName: string | undefined,
  by: { readonly environment?: string; readonly policies?: readonly string[] },
): Promise<Asserted> {
  const ofFlows = await assertArtifact(evidence, org, fingerprint, flowName);
  const environment = by.environment === undefined ? undefined : await findEnvironment(evidence, org, by.environment);
  const policies = environment?.policies ?? [...new Set(by.policies)];
  const name = await filenameOf(evidence, org, fingerprint);
  const evaluated = await evidence.store.evaluatedBy(org.orgId, { fingerprint, name }, policies);
  if ('unknown' in evaluated) throw noSuch('policy', org.orgName, evaluated.unknown);
  const allowances = environment === undefined ? [] : await evidence.store.allowancesOf(org.orgId, environment.id);
  const allowance = allowances.find((each) => each.fingerprint === fingerprint && !isBlank(each.description));
  const { compliant = ofFlows.compliant, policies: evaluations } = evaluated.judgement;
  return {
    ...ofFlows,
    compliant: compliant || allowance !== undefined,
    scope: environment === undefined ? 'policy' : 'environment',
    environment: environment?.name ?? null,
    policy_evaluations: evaluations,
    allow_listing:
      allowance === undefined
        ? null
        : { description: allowance.description, created_by: allowance.createdBy, created_at: allowance.createdAt },
  };
}

/** The name of the artifact's file in its latest report. */
async function filenameOf({ store }: Evidence, { orgId }: Org, fingerprint: string): Promise<string> {
  const [row] = await store.artifactsNumbered(orgId, await store.artifactNumbers(orgId, { fingerprint }, 0, 1));
  return stringAt(row?.record.data, 'filename') ?? '';
}

function standingView({ flowName, hidden, status, trailName }: Standing, fingerprint: string, org: string, links: Links) {
  return {
    flow: flowName,
    trail: trailName ?? null,
    compliant: status?.status === 'COMPLIANT' && status.is_compliant === true && hidden === undefined,
    ...given({ reason: hidden }),
    compliance_status: status ?? null,
    html_url: trailName === undefined ? links.artifactPage(org, flowName, fingerprint) : links.trail(org, flowName, trailName),
  };
}

function tooMany(fingerprint: string, flowName: string | undefined): Refusal {
  return new Refusal(
    'invalid-request',
    `The artifact ${fingerprint} was reported on more than ${mostTrails} trails, too many for one answer.`,
    {
      fix: flowName === undefined ? 'Name a flow with flow_name.' : 'Ask for the trails that matter one by one.',
    },
  );
}
