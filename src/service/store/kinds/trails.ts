import type { Template } from '../../../contract/index.ts';
import { isObject, isText, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import { isTemplate } from './flows.ts';
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

export const isTrail = shape<Header & TrailContent>({
  ...header,
  ...place,
  kind: oneOf('trail_reported', 'trail_updated'),
  trail: isText,
  trail_id: isText,
  repo_id: optional(isText),
  template_id: optional(isText),
  template: optional(isTemplate),
  data: isObject,
});
