import type { NewAttestation } from '../model/attestations.ts';
import type { Flow } from '../model/flows.ts';
import type { Rules } from '../model/rules.ts';
import type { Row, Sql } from '../sql/sql.ts';
import { answerFields, answersTo, type Answer } from './answers.ts';
import { flowBy, flowIdOf, flowOf } from './flows.ts';
import { sizedTrailOf, trailsBy, type SizedTrail } from './trails.ts';

/** Evidence that is to be recorded, and the rules that decide its trail. */
export interface Submitted {
  readonly said: NewAttestation;
  readonly rules: Rules;
}

/** The facts that decide how evidence is recorded. */
export interface Known {
  /** By the user and the key. */
  readonly answers: Map<string, Answer>;
  /** By the name that was asked for. */
  readonly flows: Map<string, Flow>;
  /** By the flow and the name. */
  readonly trails: Map<string, SizedTrail>;
}

export const newKnown = (): Known => ({ answers: new Map(), flows: new Map(), trails: new Map() });
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** A question, and what is kept of its answer. */
interface Question {
  readonly question: Sql;
  readonly keep: (known: Known, rows: readonly Row[]) => void;
}

/** The questions about some evidence, all of one organization: as many as there are flows and users. */
export function questionsOf(all: readonly Submitted[]): readonly Question[] {
  const orgId = all[0]?.said.author.orgId ?? '';
  const asked: Question[] = [];
  const keys = all.flatMap(({ said }) => (said.idempotency === undefined ? [] : [[said.author.userName, said.idempotency.key] as const]));
  for (const [user, of] of Map.groupBy(keys, ([name]) => name)) {
    asked.push({
      question: answersTo(orgId, user, [...new Set(of.map(([, key]) => key))]),
      keep: ({ answers }, rows) => {
        for (const row of rows) {
          const answer = answerFields(row);
          answers.set(keyOf(answer.reportedBy, answer.key), answer);
        }
      },
    });
  }
  for (const [name, of] of Map.groupBy(all, ({ said }) => said.flowName)) {
    asked.push({
      question: flowBy(orgId, name),
      keep: ({ flows }, [row]) => void (row !== undefined && flows.set(name, flowOf(row))),
    });
    asked.push({
      question: trailsBy(orgId, flowIdOf(orgId, name), [...new Set(of.map(({ said }) => said.trailName))]),
      keep: ({ trails }, rows) => {
        for (const row of rows) {
          const trail = sizedTrailOf(row);
          trails.set(keyOf(trail.flowId, trail.name), trail);
        }
      },
    });
  }
  return asked;
}

export function trailOf({ flows, trails }: Known, { flowName, trailName }: NewAttestation): SizedTrail | undefined {
  const flow = flows.get(flowName);
  return flow === undefined ? undefined : trails.get(keyOf(flow.id, trailName));
}

/** The trails that are decided together have decisions of so many bytes at most, but for a single one: while they are read, others wait. */
const mostBytes = 250_000;

/**
 * The evidence that is recorded together: its trail is decided by the template of its flow and the latest records alone.
 */
export function simpleOf(all: readonly Submitted[], known: Known): readonly Submitted[] {
  const counted = new Set<string>();
  let bytes = 0;
  return all.filter(({ said }) => {
    const found = trailOf(known, said);
    if (said.fingerprint !== undefined || said.targets.length > 1) return false;
    if (found === undefined) return true;
    if (found.trail.artifactCount > 0 || found.trail.ownTemplate) return false;
    if (counted.has(found.trail.id)) return true;
    if (bytes > 0 && bytes + found.bytes > mostBytes) return false;
    bytes += found.bytes;
    counted.add(found.trail.id);
    return true;
  });
}
