import { isArtifact } from '../contract/checks/artifacts.gen.ts';
import type { Artifact, ParamsOf, QueryOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 3: one page of the artifacts of an organization, of a flow or of a repository, the newest first. */
export async function listArtifacts(
  call: Call,
  params: ParamsOf<'listArtifacts'>,
  query: QueryOf<'listArtifacts'>,
): Promise<ListPage<Artifact>> {
  return expectList(isArtifact, 'Artifact', await callOperation(call, 'listArtifacts', params, { query }));
}
