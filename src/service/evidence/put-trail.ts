import { evaluate } from '../../compliance/index.ts';
import type { TrailInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { StoredTemplate } from '../store/store.ts';
import type { Evidence } from './context.ts';
import { noFlow } from './not-found.ts';
import { repositoryId } from './repository.ts';
import { said } from './said.ts';

/** Begins a trail or changes what is said of it: what is absent leaves the stored value. */
export async function putTrail(
  { store }: Evidence,
  author: Author,
  flowName: string,
  input: TrailInput,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  const { name, repo_info, ...details } = input;
  const repoId = repositoryId(author.orgName, repo_info);
  const outcome = await store.putTrail(
    {
      author,
      flowName,
      name,
      details: said(details),
      ...(repoId === undefined ? {} : { repoId }),
      ...(template === undefined ? {} : { template }),
    },
    evaluate,
  );
  if (outcome === 'no-flow') throw noFlow(author.orgName, flowName);
  return outcome;
}
