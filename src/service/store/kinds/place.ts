import { isText } from '../sql/shape.ts';

/** The checks of the fields that name the flow of a record. */
export const place = { flow: isText, flow_id: isText };
