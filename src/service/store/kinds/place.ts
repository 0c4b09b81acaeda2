import type { Event } from './kind.ts';
import { isText } from '../sql/shape.ts';

/** The checks of which flow a record is about. */
export const place = { flow: isText, flow_id: isText };

/** An event that names the flow and nothing else. */
export function flowEvent({ kind, flow_id }: { readonly kind: string; readonly flow_id: string }): Event {
  return { type: kind, flow_id };
}
