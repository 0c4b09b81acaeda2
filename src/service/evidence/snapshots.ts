import { limits, type EnvironmentType, type ListedSnapshot, type Snapshot, type SnapshotInput } from '../../contract/index.ts';
import type { Author, Org } from '../store/log/chain.ts';
import type { Running } from '../store/model/environments.ts';
import type { Evidence } from './context.ts';
import { environmentRefusal } from './environment-refusals.ts';
import { findEnvironment } from './environments.ts';
import { complianceRules } from './gate/names.ts';
import { Refusal } from './refusal.ts';
import { intervalOf, snapshotAt, type Paged } from './snapshot-expression.ts';
import { snapshotView } from './snapshot-view.ts';
import type { View } from './view.ts';

/** Records what runs in an environment now; says whether that made a snapshot. */
export async function reportSnapshot(
  { store }: Evidence,
  author: Author,
  environment: string,
  type: EnvironmentType,
  input: SnapshotInput,
): Promise<{ readonly isNew: boolean; readonly snapshot: number }> {
  const outcome = await store.reportSnapshot({ author, environment, type, running: runningOf(input) }, complianceRules);
  if (outcome.outcome !== 'recorded') throw environmentRefusal(author.orgName, outcome);
  return { isNew: outcome.isNew, snapshot: outcome.snapshot };
}

/** Each artifact once, by the first of its names; every entry with its fingerprint is an instance. */
function runningOf({ artifacts }: SnapshotInput): readonly Running[] {
  const found = new Map<string, { name: string; readonly instances: number[] }>();
  for (const { creationTimestamp, digests } of artifacts) {
    for (const [name, fingerprint] of Object.entries(digests)) {
      const known = found.get(fingerprint);
      if (known === undefined) found.set(fingerprint, { name, instances: [creationTimestamp] });
      else {
        known.instances.push(creationTimestamp);
        if (name < known.name) known.name = name;
      }
    }
  }
  if (found.size > limits.snapshotArtifacts) {
    throw new Refusal('invalid-request', `The report names ${found.size} different artifacts.`, {
      errors: {
        artifacts: `must be at most ${limits.snapshotArtifacts} different ones: report to several environments, and make a logical one of them.`,
      },
    });
  }
  return [...found]
    .map(([fingerprint, { instances, name }]) => ({ fingerprint, name, instances: instances.toSorted((one, other) => one - other) }))
    .toSorted((one, other) => (one.name === other.name ? (one.fingerprint < other.fingerprint ? -1 : 1) : one.name < other.name ? -1 : 1));
}

/** One snapshot, by an expression. */
export async function getSnapshot(evidence: Evidence, org: Org, name: string, expression: string): Promise<View<Snapshot>> {
  const environment = await findEnvironment(evidence, org, name);
  return await snapshotView(evidence, org, environment, await snapshotAt(evidence, org, environment, expression));
}

/** A page of the snapshots of an environment, the latest first. */
export async function listSnapshots(
  evidence: Evidence,
  org: Org,
  name: string,
  { interval, oldestFirst, page, perPage }: Paged,
): Promise<readonly View<ListedSnapshot>[]> {
  const environment = await findEnvironment(evidence, org, name);
  const [first, last] = await intervalOf(evidence, org, environment, interval);
  const skipped = (page - 1) * perPage;
  const [from, to] = oldestFirst
    ? [first + skipped, Math.min(first + skipped + perPage - 1, last)]
    : [Math.max(last - skipped - perPage + 1, first), last - skipped];
  if (to < from) return [];
  const spans = await evidence.store.snapshotSpans(org.orgId, environment.id, from, to);
  const now = Date.now() / 1000;
  const items = spans.map(({ createdAt, endedAt, number, state }) => ({
    index: number,
    from: createdAt,
    // The latest snapshot has no end.
    to: endedAt ?? 0,
    compliant: state === 'COMPLIANT',
    duration: Math.max((endedAt ?? now) - createdAt, 0),
  }));
  return oldestFirst ? items : items.toReversed();
}
