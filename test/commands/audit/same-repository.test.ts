import { expect, test } from 'vitest';
import type { Previous } from '../../../src/audit/index.ts';
import { refuseOther, type Place } from '../../../src/commands/audit/previous.ts';

const shop: Place = { repository: 'acme/shop', repositoryId: 12, serverUrl: 'https://github.com', org: 'acme' };
const { repositoryId: _, ...withoutId } = shop;

/** The message about an audit before that is taken, or why it is refused. */
function told(about: Partial<Previous['about']>, own: Place = shop, earlierName?: string): string {
  const previous: Previous = {
    about: { repository: 'acme/shop', repositoryId: 12, serverUrl: 'https://github.com', org: 'acme', ...about },
    complete: true,
    since: null,
    until: '2026-11-08T00:00:00Z',
    completeUntil: null,
    completeTips: {},
    findings: [],
    flows: [],
    branches: [],
    tags: {},
    head: null,
    digest: '',
  };
  const said: string[] = [];
  try {
    refuseOther(previous, own, earlierName, (event) => said.push(event.message));
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : ''}`;
  }
  return said.join() || 'taken';
}

const byName = { repositoryId: null } as const;

test.each<readonly [string, string, RegExp]>([
  ['of the same repository is taken', told({}), /^taken$/],
  ['in other letters is taken', told({ ...byName, repository: 'Acme/Shop' }), /^taken$/],
  ['with the same id under another name is taken, and said', told({ repository: 'acme/old' }), /is of acme\/old: GitHub's id .*12/],
  [
    'with another id under the same name is refused',
    told({ repositoryId: 13 }),
    /^refused: .*GitHub's repository 13, .* its repository 12/,
  ],
  [
    'with another id is refused also under an earlier name',
    told({ repositoryId: 13, repository: 'acme/old' }, shop, 'acme/old'),
    /^refused/,
  ],
  ['without an id is taken by its name', told(byName), /^taken$/],
  ['is taken by its name where this one has no id', told({}, withoutId), /^taken$/],
  [
    'without an id under another name is refused',
    told({ ...byName, repository: 'acme/old' }),
    /^refused: .*acme\/old, and this one is of acme\/shop/,
  ],
  [
    'without an id is taken under the earlier name that is given, and said',
    told({ ...byName, repository: 'acme/old' }, shop, 'Acme/Old'),
    /which previous-repository names/,
  ],
  ['without an id is refused under a third name', told({ ...byName, repository: 'acme/b' }, shop, 'acme/old'), /^refused/],
  ['without a name is refused', told({ ...byName, repository: null }), /^refused: .*a repository without a name/],
  ['without a name is taken where this one has none', told({ ...byName, repository: null }, { ...withoutId, repository: null }), /^taken$/],
  [
    'of another server is refused, whatever its id',
    told({ serverUrl: 'https://git.acme.example' }),
    /^refused: .*acme\/shop on https:\/\/git/,
  ],
  [
    'of another organization is refused',
    told({ org: 'other' }),
    /^refused: .*the organization other of the service, and this one is of acme/,
  ],
  ['that asked no service is taken', told({ org: null }), /^taken$/],
])('an audit before %s', (_name, found, expected) => {
  expect(found).toMatch(expected);
});
