import { aText, anObject, ifThere } from '../../../text/check.ts';
import { commitFields, kind, ofFlow, pick, type SaidBy } from '../../record/kind.ts';
import { aTemplate } from '../flows/record.ts';

export const trailReported = kind(
  ['trail_reported', 'trail_updated'],
  {
    ...ofFlow,
    trail: aText,
    trail_id: aText,
    repo_id: ifThere(aText),
    /** A template of the trail's own, from this record on; its text is `data.template_file`. */
    template_id: ifThere(aText),
    template: ifThere(aTemplate),
    data: anObject,
  },
  (record) => ({
    type: record.kind,
    flow_id: record.flow_id,
    trail_id: record.trail_id,
    git_commit_info: pick(record.data.git_commit_info, commitFields),
  }),
);

export type TrailContent = SaidBy<typeof trailReported>;
