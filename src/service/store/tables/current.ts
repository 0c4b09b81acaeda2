import type { StoredTemplate } from '../model/flows.ts';
import type { Judges } from '../model/judges.ts';
import type { TrailRow } from '../model/trails.ts';
import { Damage } from '../damage.ts';
import { isStoredTemplate } from './flows.ts';
import { decisionOf, findTrail } from './trail-pages.ts';
import { recordedOn } from './trails.ts';
import { queryOne, type Steps } from '../sql/statement.ts';
import { sql } from '../sql/sql.ts';
import { text, number, flag, json } from '../sql/row.ts';

/** The state of a trail by the current templates. It may differ from the decision. */
export interface Current {
  /** By the current template of its flow, together with the trail's own if it has one. */
  readonly compliance: TrailRow['compliance'];
  /** States of the artifacts whose name another one took on the trail, by their ids, if they may differ from the decision. */
  readonly replaced: ReadonlyMap<string, string>;
  readonly flowTemplate: StoredTemplate & { readonly version: number };
  readonly ownTemplate: boolean;
  /** The template of its flow that decided it; 0 if its own did. */
  readonly decidedBy: number;
}

/** The current state together with the trail. */
export interface TrailNow {
  readonly trail: TrailRow;
  readonly current: Current;
}

export function* findTrailNow(orgId: string, flowName: string, name: string, judges: Judges): Steps<TrailNow | undefined> {
  const trail = yield* findTrail(orgId, flowName, name);
  return trail === undefined ? undefined : { trail, current: yield* currentOf(orgId, trail.id, judges) };
}

/** Judges a trail by what is asked of it now, and keeps nothing. Where that is what decided it, the decision stands. */
export function* currentOf(orgId: string, trailId: string, judges: Judges): Steps<Current> {
  const row = yield* queryOne(
    sql`select trails.id, trails.compliance, trails.own_template, trails.artifact_count, trails.last_modified_at,
        asked.id as asked_id, asked.template as asked, asked.version as asked_version, asked.created_at as asked_since,
        decided.id as decided_id, decided.template as decided, decided.version as decided_version
      from trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
      join templates as asked on asked.org_id = flows.org_id and asked.id = flows.template_id
      join templates as decided on decided.org_id = trails.org_id and decided.id = trails.template_id
      where trails.org_id = ${orgId} and trails.id = ${trailId}`,
  );
  if (row === undefined) throw new Damage(`The trail ${trailId} is gone.`);
  const asked = json(row, 'asked', isStoredTemplate);
  const templateId = text(row, 'asked_id');
  const known = {
    flowTemplate: { ...asked, version: number(row, 'asked_version') },
    ownTemplate: flag(row, 'own_template'),
    decidedBy: number(row, 'decided_version'),
  };
  if (templateId === text(row, 'decided_id')) return { ...known, compliance: decisionOf(row), replaced: new Map() };
  const template = known.ownTemplate ? judges.together(asked.template, json(row, 'decided', isStoredTemplate).template) : asked.template;
  const facts = yield* recordedOn(
    orgId,
    { id: trailId, artifactCount: number(row, 'artifact_count') },
    { template, templateId, now: Math.max(number(row, 'last_modified_at'), number(row, 'asked_since')) },
  );
  return { ...known, compliance: judges.evaluate(facts), replaced: judges.evaluateReplaced(facts) };
}
