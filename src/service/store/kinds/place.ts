import { isText } from '../sql/shape.ts';

/** The checks of which flow a record is about. */
export const place = { flow: isText, flow_id: isText };
