import { operations } from '../../contract/index.ts';
import * as artifacts from '../evidence/artifacts.ts';
import { checked } from '../http/check.ts';
import { readJsonBody } from '../http/form.ts';
import { boundedPage } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';
import { withWebAddress } from '../http/web-address.ts';
import { given } from '../../text/index.ts';

/** The default page size of artifacts, as the interface has it. */
const usualPage = 15;

/** Operation 3: the latest first, without an envelope; past the end the list is empty. */
const listArtifacts = queryRoute(operations.listArtifacts, 'read', async ({ reply, evidence, author, query }) => {
  const { flow_name: flowName, repo_name: repoName } = query;
  // An empty repository does not filter.
  const filter = {
    ...given({ flowName }),
    ...(repoName === undefined || repoName === '' ? {} : { repoName }),
  };
  const page = boundedPage(query, usualPage);
  return await sendJson(reply, listJson(await artifacts.listArtifacts(evidence, author, filter, page)));
});

/** Reports an artifact on its trail. The trail is begun if it does not exist. */
const reportArtifact = route(operations.reportArtifact, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const input = await readJsonBody(request, (value) => withWebAddress(checked(operations.reportArtifact.data, value)));
  const { id } = await artifacts.reportArtifact(evidence, author, params.flow_name, input);
  return await reply.code(201).send({ message: 'OK', artifact_id: id });
});

const getArtifact = queryRoute(operations.getArtifact, 'read', ({ evidence, author, params, query }) => {
  const { trail, attestation_id: attestationId } = query;
  return artifacts.getArtifact(evidence, author, params.flow_name, params.fingerprint, {
    ...given({ trail, attestationId }),
  });
});

const artifactsOfCommit = queryRoute(operations.artifactsOfCommit, 'read', async ({ reply, evidence, author, params, query }) => {
  const found = await artifacts.artifactsOfCommit(evidence, author, params.flow_name, params.commit_sha, query.trail);
  return await sendJson(reply, listJson(found));
});

const latestCommit = queryRoute(operations.latestCommit, 'read', ({ evidence, author, params, query }) =>
  artifacts.latestCommit(evidence, author, params.flow_name, params.fingerprint, query.branch),
);

export const artifactRoutes: readonly Route[] = [listArtifacts, reportArtifact, getArtifact, artifactsOfCommit, latestCommit];
