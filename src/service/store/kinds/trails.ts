import type { Template } from '../../../contract/index.ts';
import { isObject, isText, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import { commitFields, pick } from './event-parts.ts';
import { isTemplate } from './flows.ts';
import type { Kind } from './kind.ts';
import { place } from './place.ts';

export interface TrailContent {
  readonly kind: 'trail_reported' | 'trail_updated';
  readonly flow: string;
  readonly flow_id: string;
  readonly trail: string;
  readonly trail_id: string;
  readonly repo_id?: string;
  /** A template of the trail's own, from this record on; its text is `data.template_file`. */
  readonly template_id?: string;
  readonly template?: Template;
  readonly data: Sent;
}

export const trailReported: Kind<TrailContent> = {
  is: shape<Header & TrailContent>({
    ...header,
    ...place,
    kind: oneOf('trail_reported', 'trail_updated'),
    trail: isText,
    trail_id: isText,
    repo_id: optional(isText),
    template_id: optional(isText),
    template: optional(isTemplate),
    data: isObject,
  }),
  event: ({ data, flow_id, kind, trail_id }) => ({
    type: kind,
    flow_id,
    trail_id,
    git_commit_info: pick(data.git_commit_info, commitFields),
  }),
};
