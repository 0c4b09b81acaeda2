import { Damage } from '../faults.ts';
import { storedTemplate, type StoredTemplate } from '../model/flows.ts';
import type { Rules } from '../model/rules.ts';
import type { TrailEvent, TrailRow } from '../model/trails.ts';
import { flag, nullable, number, reader, text } from '../sql/row.ts';
import { queryOne, sql, type Sql, type Steps } from '../sql/sql.ts';
import { tagsOf, type Tags } from './tag-rows.ts';
import { called, eventsOfTrails, trailColumns, trailOf, trailTables } from './trail-pages.ts';
import { recordedOn } from './trails.ts';

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

/** The same with the tags of its flow and its first events. */
export interface WholeTrail extends TrailNow {
  readonly tags: Tags | undefined;
  readonly events: readonly TrailEvent[];
}

export function* findTrailNow(orgId: string, flowName: string, name: string, rules: Rules): Steps<TrailNow | undefined> {
  return yield* trailNow(orgId, called(orgId, flowName, name), rules);
}

export function* findWholeTrail(orgId: string, flowName: string, name: string, rules: Rules): Steps<WholeTrail | undefined> {
  const found = yield* findTrailNow(orgId, flowName, name, rules);
  if (found === undefined) return undefined;
  const { flowId, id } = found.trail;
  const tags = (yield* tagsOf(orgId, 'flow', [flowId])).get(flowId);
  return { ...found, tags, events: yield* eventsOfTrails(orgId, [id], 0) };
}

/** The trail with that id. */
export function* trailNowById(orgId: string, trailId: string, rules: Rules): Steps<TrailNow> {
  const found = yield* trailNow(orgId, sql`where trails.org_id = ${orgId} and trails.id = ${trailId}`, rules);
  if (found === undefined) throw new Damage(`The trail ${trailId} is gone.`);
  return found;
}

export function* currentOf(orgId: string, trailId: string, rules: Rules): Steps<Current> {
  return (yield* trailNowById(orgId, trailId, rules)).current;
}

/** The current template of the flow, next to a trail; its content only if another template decided the trail. */
const asked = reader({
  ownTemplate: flag,
  artifactCount: number,
  decidedVersion: number,
  askedId: text,
  askedVersion: number,
  askedSince: number,
  asked: nullable(storedTemplate),
});

/** Evaluates a trail by the current templates, and keeps nothing. If they are those that decided it, the decision stands. */
function* trailNow(orgId: string, wanted: Sql, rules: Rules): Steps<TrailNow | undefined> {
  const row = yield* queryOne(
    sql`select ${trailColumns}, trails.own_template, trails.artifact_count, templates.version as decided_version,
        asked.id as asked_id, asked.version as asked_version, asked.created_at as asked_since,
        case when asked.id = templates.id then null else asked.template end as asked
      from ${trailTables} join templates as asked on asked.org_id = flows.org_id and asked.id = flows.template_id ${wanted}`,
  );
  if (row === undefined) return undefined;
  const trail = trailOf(row);
  const { artifactCount, asked: other, askedId, askedSince, askedVersion, decidedVersion, ownTemplate } = asked(row);
  const { content, template } = other ?? trail;
  const known = { flowTemplate: { template, content, version: askedVersion }, ownTemplate, decidedBy: decidedVersion };
  if (other === undefined) return { trail, current: { ...known, compliance: trail.compliance, replaced: new Map() } };
  const facts = yield* recordedOn(
    orgId,
    { id: trail.id, artifactCount },
    {
      template: ownTemplate ? rules.combine(template, trail.template) : template,
      templateId: askedId,
      now: Math.max(trail.lastModifiedAt, askedSince),
    },
    rules,
  );
  return { trail, current: { ...known, compliance: rules.evaluate(facts), replaced: rules.evaluateReplaced(facts) } };
}
