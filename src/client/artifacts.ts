import { isArtifact } from '../contract/checks/artifacts.gen.ts';
import type { Artifact, AsSent, ArtifactInput, ParamsOf, QueryOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectList } from './reply.ts';
import { stringAt } from '../text/index.ts';
import { anotherThing } from './about.ts';
import type { Call } from './transport.ts';

/** Operation 3: one page of the artifacts of an organization, of a flow or of a repository, the newest first. */
export async function listArtifacts(
  call: Call,
  params: ParamsOf<'listArtifacts'>,
  query: QueryOf<'listArtifacts'>,
): Promise<ListPage<Artifact>> {
  return expectList(isArtifact, 'Artifact', await callOperation(call, 'listArtifacts', params, { query }));
}

/** Reports an artifact. Resolves to its id where the service tells it. A second report is of the same one, so a retry does no harm. */
export async function reportArtifact(
  call: Call,
  params: ParamsOf<'reportArtifact'>,
  artifact: AsSent<ArtifactInput>,
): Promise<string | undefined> {
  const answer = await callOperation(call, 'reportArtifact', params, { data: artifact });
  return stringAt(answer.reply(), 'artifact_id');
}

/** One artifact of a flow; a `ResponseError` with status 404 where there is none. */
export async function getArtifact(call: Call, params: ParamsOf<'getArtifact'>, query: QueryOf<'getArtifact'>): Promise<Artifact> {
  const answer = await callOperation(call, 'getArtifact', params, { query });
  const artifact = await expect(isArtifact, 'Artifact', answer.reply(), answer.request);
  if (artifact.fingerprint === params.fingerprint) return artifact;
  throw anotherThing(answer.request, '$.fingerprint', params.fingerprint, artifact.fingerprint);
}
