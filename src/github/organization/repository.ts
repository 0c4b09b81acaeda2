import type { ListedRepository } from '../../audit/index.ts';
import { ContractError } from '../../errors/index.ts';
import { countAt, stringAt, valueAt } from '../../text/index.ts';
import { momentAt, numberAt } from '../audit/values.ts';

/**
 * A repository of GitHub's lists. Its name becomes an address and a folder, so that only the characters are taken that GitHub allows in it.
 *
 * @throws {ContractError} where it cannot be read: a list without it would look whole.
 */
export function repositoryIn(item: unknown, owner: string): ListedRepository {
  const [id, name, archived] = [numberAt(item, 'id'), stringAt(item, 'full_name'), valueAt(item, 'archived')];
  const isName = name !== undefined && /^[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(name);
  if (id === undefined || !isName || name.split('/')[0]?.toLowerCase() !== owner.toLowerCase() || typeof archived !== 'boolean')
    throw new ContractError('wrong-shape', `GitHub’s list has a repository of ${owner} that cannot be read`, {
      path: '$[].full_name',
      fix: 'Plan again',
    });
  const at = (field: string): string | null => momentAt(item, field) ?? null;
  return {
    id,
    name,
    archived,
    createdAt: at('created_at'),
    pushedAt: at('pushed_at'),
    updatedAt: at('updated_at'),
    size: countAt(item, 'size') ?? 0,
  };
}
