import { everyItem, listArtifacts } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowOption,
  limitOption,
  readLookup,
  readName,
  repoOption,
  requiredToLookUp,
  uses,
  type LookupSettings,
} from '../options/index.ts';
import { collect } from './collect.ts';
import { describeCommand } from './command.ts';
import { lookUp } from './connect.ts';
import type { ListedOf } from './result.ts';

interface Settings {
  readonly lookup: LookupSettings;
  readonly flow: string | undefined;
  readonly repo: string | undefined;
  readonly limit: number;
}

export const artifactListCommand = describeCommand({
  name: 'artifact list',
  summary: 'List artifacts of an organization, the latest first.',
  examples: ['compliance-evidence artifact list --org acme --flow checkout-service'],
  options: [...uses(connectionOptions, requiredToLookUp), ...uses([flowOption, repoOption, limitOption])],
  outputs: [],
  read(read): Settings {
    return allOrComplaints<Settings>({
      lookup: () => readLookup(read),
      flow: () => (read.text('flow') === undefined ? undefined : readName(read, 'flow', 'flowName')),
      repo: () => read.text('repo'),
      limit: () => read.count('limit'),
    });
  },
  run({ flow, limit, lookup, repo }: Settings, context): Promise<ListedOf<'artifacts'>> {
    return lookUp(lookup, context, async (call, org) => {
      const filter = { ...(flow === undefined ? {} : { flow_name: flow }), ...(repo === undefined ? {} : { repo_name: repo }) };
      const pages = everyItem(
        call,
        (page, per_page) => listArtifacts(call, { org }, { ...filter, page, per_page }),
        ({ fingerprint, id, trail_name: trail }) => id ?? `${fingerprint} ${trail}`,
      );
      return { kind: 'listed', resource: 'artifacts', items: await collect(pages, limit, context) };
    });
  },
});
