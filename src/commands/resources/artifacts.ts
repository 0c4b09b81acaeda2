import { everyItem, getArtifact, listArtifacts } from '../../client/index.ts';
import {
  argument,
  flowOption,
  readFingerprint,
  readName,
  readNameIfGiven,
  repoOption,
  shortFingerprintOption,
  trailOption,
  uses,
} from '../../options/index.ts';
import { overriddenRows } from '../../presentation/index.ts';
import { readOverrides, withOverrides } from './read-overrides.ts';
import { getCommand, pagedCommand } from './resource-command.ts';
import { onTrailNamed, wholeSha } from './short-names.ts';
import { given } from '../../text/index.ts';

export const artifactListCommand = pagedCommand({
  name: 'artifact list',
  summary: 'List artifacts of an organization, the latest first.',
  examples: ['compliance-evidence artifact list --org acme --flow checkout-service'],
  resource: 'artifacts',
  options: uses([flowOption, repoOption]),
  fields: (read) => ({
    flow: () => readNameIfGiven(read, 'flow', 'flowName'),
    repo: () => read.text('repo'),
  }),
  items(call, { flow, org, repo }) {
    const filter = given({ flow_name: flow, repo_name: repo });
    return everyItem(
      call,
      (page, per_page) => listArtifacts(call, { org }, { ...filter, page, per_page }),
      ({ fingerprint, id, trail_name: trail }) => id ?? `${fingerprint} ${trail}`,
    );
  },
});

export const artifactGetCommand = getCommand({
  name: 'artifact get',
  summary: 'Show an artifact of a flow.',
  examples: ['compliance-evidence artifact get "$SHA256" --org acme --flow checkout-service'],
  resource: 'artifact',
  options: [argument(shortFingerprintOption), ...uses([flowOption, trailOption], ['flow'])],
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    fingerprint: () => readFingerprint(read, 'fingerprint', 'short'),
    trail: () => readNameIfGiven(read, 'trail', 'trailName'),
  }),
  async item(call, { fingerprint, flow, org, trail }) {
    const params = { org, flow_name: flow, fingerprint: await wholeSha(call, org, 'fingerprint', fingerprint) };
    const artifact = await (trail === undefined
      ? getArtifact(call, params, {})
      : onTrailNamed(call, { org, flow_name: flow }, trail, (name) => getArtifact(call, params, { trail: name })));
    const rows = overriddenRows(artifact).map((status) => ({ key: status.attestation_name, status }));
    const overrides = await readOverrides(call, org, rows);
    return withOverrides(artifact, overrides);
  },
});
