import { Type } from 'typebox';
import { InArtifact, InEnvironment, InFlow, InTrail, patterns } from '../../contract/index.ts';
import * as artifacts from '../evidence/artifacts.ts';
import { attachedFile } from '../evidence/attached-file.ts';
import * as attestations from '../evidence/attestations.ts';
import * as flows from '../evidence/flows.ts';
import { replacementOf } from '../evidence/replaced.ts';
import * as snapshots from '../evidence/snapshots.ts';
import * as trails from '../evidence/trails.ts';
import { sendFile } from '../http/send.ts';
import { artifactPage, overriddenNames } from './artifact.ts';
import { flowPage, trailRow } from './flow.ts';
import { file, page, PageNumber, type PageRoute } from './mount.ts';
import { overridesOf } from './overrides.ts';
import { stateOfTrail } from './parts.ts';
import { recordArticle } from './record.ts';
import { snapshotPage } from './snapshot.ts';
import { namesOnPage, recordPage, trailPage } from './trail.ts';

export { mountPages } from './mount.ts';

const RecordId = Type.String({ pattern: patterns.recordId });
/** Records on one page of a trail, and trails on one of a flow. */
const recordsAtOnce = 25;
const trailsAtOnce = 50;
const reportsAtOnce = 20;

const flow = page('/:org/flows/:flow_name', InFlow, Type.Object({ page: PageNumber }), async ({ evidence, org, params, query }) => {
  const { links } = evidence;
  const at = { page: query.page ?? 1, perPage: trailsAtOnce };
  const view = await flows.getFlow(evidence, org, params.flow_name);
  const { items, pagination } = await trails.listTrails(evidence, org, params.flow_name, at);
  // Each trail is released as soon as it is shown, because a trail may be megabytes.
  const rows = await Array.fromAsync(items, async ({ compliance, fields, id }) => {
    const current = stateOfTrail(await trails.currentCompliance(evidence, org, id));
    return trailRow(fields, { decided: stateOfTrail(compliance), current }, org.orgName, links);
  });
  const { page_count: pageCount = 1, total = 0 } = pagination ?? {};
  return flowPage({ org: org.orgName, flow: view, trails: rows, page: at.page, pageCount, total }, links);
});

const OnTrail = Type.Object({
  page: PageNumber,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  attestation_id: Type.Optional(RecordId),
});

const trail = page('/:org/flows/:flow_name/trails/:trail_name', InTrail, OnTrail, async ({ evidence, org, params, query }) => {
  const { links } = evidence;
  const { orgId, orgName } = org;
  const found = await trails.findTrailNow(evidence, org, params.flow_name, params.trail_name);
  if (query.attestation_id !== undefined) {
    const record = await attestations.attestationOnTrail(evidence, org, found.trail, query.attestation_id);
    const replacement = await replacementOf(evidence, orgId, found.trail.id, record);
    return recordPage(orgName, found.trail, { record, replacement }, links);
  }
  const { before = Number.MAX_SAFE_INTEGER, page: number = 1 } = query;
  const { items, next } = await attestations.attestationsOnTrail(evidence, orgId, found.trail.id, { before, limit: recordsAtOnce });
  const records = await Array.fromAsync(items, async (record) =>
    recordArticle(record, orgName, links, await replacementOf(evidence, orgId, found.trail.id, record)),
  );
  const isFirst = query.before === undefined;
  const overrides = await overridesOf(evidence, orgId, isFirst ? namesOnPage(found.trail, number) : []);
  return trailPage({ ...found, org: orgName, page: number, records, next, isFirst, overrides }, links);
});

const attachment = file(
  '/:org/flows/:flow_name/trails/:trail_name/attestations/:attestation_id/attachment',
  Type.Object({ ...InTrail.properties, attestation_id: RecordId }),
  Type.Object({}),
  async ({ evidence, org, params, reply }) => {
    const { attestation_id: id, flow_name: flowName, trail_name: trailName } = params;
    return await sendFile(reply, await attachedFile(evidence, org, { flow: flowName, trail: trailName, id }));
  },
);

const artifact = page(
  '/:org/flows/:flow_name/artifacts/:fingerprint',
  InArtifact,
  Type.Object({ artifact_id: Type.Optional(RecordId), page: PageNumber }),
  async ({ evidence, org, params, query }) => {
    const { fingerprint, flow_name: flowName } = params;
    const { artifact_id: id, page: number = 1 } = query;
    const at = { page: number, perPage: reportsAtOnce };
    const reports = await artifacts.reportsOfArtifact(evidence, org, { flowName, fingerprint, id }, at);
    const hasMore = reports.length === reportsAtOnce;
    const overrides = await overridesOf(evidence, org.orgId, reports.flatMap(overriddenNames));
    const shown = { org: org.orgName, flow: flowName, fingerprint, reports, isOne: id !== undefined, page: number, hasMore, overrides };
    return artifactPage(shown, evidence.links);
  },
);

const InSnapshot = Type.Object({ ...InEnvironment.properties, number: Type.String({ pattern: '^[1-9][0-9]{0,7}$' }) });

const snapshot = page(
  '/:org/environments/:env_name/snapshots/:number',
  InSnapshot,
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, params, query }) => {
    const { env_name: environment, number } = params;
    const view = await snapshots.getSnapshot(evidence, org, environment, number);
    return snapshotPage({ org: org.orgName, environment, snapshot: view, page: query.page ?? 1 }, evidence.links);
  },
);

/** The pages that every `html_url` of this service leads to, and the files that these pages link to. */
export const pageRoutes: readonly PageRoute[] = [flow, trail, attachment, artifact, snapshot];
