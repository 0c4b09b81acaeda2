import { isObject, isText, optional } from '../sql/shape.ts';
import { commitFields, pick } from './event-parts.ts';
import { isTemplate } from './flows.ts';
import { kind, ofFlow, type SaidBy } from './kind.ts';

export const trailReported = kind(
  ['trail_reported', 'trail_updated'],
  {
    ...ofFlow,
    trail: isText,
    trail_id: isText,
    repo_id: optional(isText),
    /** A template of the trail's own, from this record on; its text is `data.template_file`. */
    template_id: optional(isText),
    template: optional(isTemplate),
    data: isObject,
  },
  (record) => ({
    type: record.kind,
    flow_id: record.flow_id,
    trail_id: record.trail_id,
    git_commit_info: pick(record.data.git_commit_info, commitFields),
  }),
);

export type TrailContent = SaidBy<typeof trailReported>;
