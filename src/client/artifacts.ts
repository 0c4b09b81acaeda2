import { isArtifact } from '../contract/checks/artifacts.gen.ts';
import type { AsSent, ArtifactInput, ParamsOf } from '../contract/index.ts';
import { stringAt } from '../text/index.ts';
import { anotherThing } from './about.ts';
import { one, page } from './asking.ts';
import { callOperation } from './operation.ts';
import type { Call } from './transport.ts';

/** Operation 3: one page of the artifacts of an organization, of a flow or of a repository, the newest first. */
export const listArtifacts = page('listArtifacts', isArtifact, 'Artifact');

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
export const getArtifact = one('getArtifact', isArtifact, 'Artifact', ({ fingerprint }, asked, request) => {
  if (fingerprint !== asked.fingerprint) throw anotherThing(request, '$.fingerprint', asked.fingerprint, fingerprint);
});
