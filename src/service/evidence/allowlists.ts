import type { AllowanceInput, AllowedArtifact } from '../../contract/index.ts';
import type { Author, Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { environmentRefusal } from './environment-refusals.ts';
import { everyEnvironment } from './environments.ts';
import { complianceRules } from './gate/names.ts';
import { refuseBlank } from './refuse-blank.ts';
import type { View } from './view.ts';

/** Allows an artifact in an environment: from now on it is compliant there, whatever is known about it. */
export async function allowArtifact({ store }: Evidence, author: Author, environment: string, input: AllowanceInput): Promise<void> {
  const { artifact_fingerprint: fingerprint, artifact_name: name, description } = input;
  refuseBlank('description', description, 'why the artifact is allowed');
  const outcome = await store.allowArtifact({ author, environment, fingerprint, name, description }, complianceRules);
  if (outcome.outcome !== 'recorded') throw environmentRefusal(author.orgName, outcome);
}

/** Everything that is allowed, by environment. */
export async function* listAllowedArtifacts(evidence: Evidence, org: Org): AsyncIterable<View<AllowedArtifact>> {
  for await (const environment of everyEnvironment(evidence, org)) {
    for (const { createdAt, createdBy, description, fingerprint, name } of await evidence.store.allowancesOf(org.orgId, environment.id)) {
      yield {
        artifact_name: name,
        fingerprint,
        environment_name: environment.name,
        timestamp: createdAt,
        user_name: createdBy,
        description,
      };
    }
  }
}
