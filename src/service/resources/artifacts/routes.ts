import { operations, usualPages } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { boundedPage } from '../../http/check.ts';
import { dataRoute, route, type Route } from '../../http/route.ts';
import { listJson } from '../../http/send.ts';
import { withWebAddress } from '../../http/web-address.ts';
import * as artifacts from './use.ts';

export const artifactRoutes: readonly Route[] = [
  /** Operation 3: the latest first, without an envelope; past the end the list is empty. An empty repository does not filter. */
  route(operations.listArtifacts, async ({ evidence, author, query }) => {
    const filter = given({ flowName: query.flow_name, repoName: query.repo_name === '' ? undefined : query.repo_name });
    return listJson(await artifacts.listArtifacts(evidence, author, filter, boundedPage(query, usualPages.artifacts)));
  }),

  /** Reports an artifact on its trail. The trail is begun if it does not exist. */
  dataRoute(operations.reportArtifact, async ({ evidence, author, params, data }) => {
    const { id } = await artifacts.reportArtifact(evidence, author, params.flow_name, withWebAddress(data));
    return { message: 'OK', artifact_id: id };
  }),

  route(operations.getArtifact, ({ evidence, author, params, query }) => {
    const { trail, attestation_id: attestationId } = query;
    return artifacts.getArtifact(evidence, author, params.flow_name, params.fingerprint, given({ trail, attestationId }));
  }),

  route(operations.artifactsOfCommit, async ({ evidence, author, params, query }) => {
    const filter = { flowName: params.flow_name, commit: params.commit_sha, ...given({ trailName: query.trail }) };
    return listJson(await artifacts.listArtifacts(evidence, author, filter, { page: 1, perPage: artifacts.mostOfCommit }));
  }),

  route(operations.latestCommit, ({ evidence, author, params, query }) =>
    artifacts.latestCommit(evidence, author, params.flow_name, params.fingerprint, query.branch),
  ),
];
