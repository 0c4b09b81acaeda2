import type { Audit } from '../../judge/audit.ts';
import { approvalWords, shownArtifacts, titleOf } from '../approvals.ts';
import { uri } from '../uri.ts';
import { scopeNames, type IdOf } from './identity.ts';
import { origin, readAt } from './metadata.ts';
import { filled, markup, sentence } from './text.ts';

/** An observation for each artifact that somebody decided about: who said what, when, and by whose token. */
export function* artifactObservations({ world }: Audit, idOf: IdOf): Generator<object> {
  for (const artifact of shownArtifacts(world)) {
    const { approvals, fingerprint, flow } = artifact;
    if (approvals.length === 0) continue;
    const page = uri(artifact.url ?? '');
    yield {
      uuid: idOf('observation', 'artifact', flow, fingerprint, ...scopeNames(world.header)),
      title: markup(`Approvals of the artifact ${titleOf(artifact)}`),
      description: approvals.map((approval) => sentence(approvalWords(approval).join('; '))).join('\n\n'),
      methods: ['EXAMINE'],
      types: ['historic'],
      origins: [origin(idOf)],
      ...filled('relevant-evidence', page === undefined ? [] : [{ href: page, description: markup(`The artifact ${fingerprint}`) }]),
      collected: readAt(world.header),
    };
  }
}
