import { everyItem, getArtifact, listArtifacts } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowOption,
  limitOption,
  readFingerprint,
  readLookup,
  readName,
  repoOption,
  requiredToLookUp,
  shortFingerprintOption,
  trailOption,
  uses,
  type LookupSettings,
} from '../../options/index.ts';
import { overriddenRows } from '../../presentation/index.ts';
import { collect } from '../run/collect.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { readOverrides } from './read-overrides.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';
import { onTrailNamed, wholeSha } from './short-names.ts';

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

export const artifactGetCommand = describeCommand({
  name: 'artifact get',
  summary: 'Show an artifact of a flow.',
  examples: ['compliance-evidence artifact get "$SHA256" --org acme --flow checkout-service'],
  options: [
    { use: shortFingerprintOption, required: true, positional: true },
    ...uses([...connectionOptions, flowOption], [...requiredToLookUp, 'flow']),
    ...uses([trailOption]),
  ],
  outputs: [],
  read(read): {
    readonly lookup: LookupSettings;
    readonly flow: string;
    readonly fingerprint: string;
    readonly trail: string | undefined;
  } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      fingerprint: () => readFingerprint(read, 'fingerprint', 'short'),
      trail: () => (read.text('trail') === undefined ? undefined : readName(read, 'trail', 'trailName')),
    });
  },
  run({ fingerprint, flow, lookup, trail }, context): Promise<ShownOf<'artifact'>> {
    return lookUp(lookup, context, async (call, org) => {
      const params = { org, flow_name: flow, fingerprint: await wholeSha(call, org, 'fingerprint', fingerprint) };
      const artifact = await (trail === undefined
        ? getArtifact(call, params, {})
        : onTrailNamed(call, { org, flow_name: flow }, trail, (name) => getArtifact(call, params, { trail: name })));
      const rows = overriddenRows(artifact).map((status) => ({ key: status.attestation_name, status }));
      const overrides = await readOverrides(call, org, rows);
      return { kind: 'shown', resource: 'artifact', item: { ...artifact, ...(overrides.length === 0 ? {} : { overrides }) } };
    });
  },
});
