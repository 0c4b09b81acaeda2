import * as sent from '../sent.ts';
import { moment } from './moments.ts';

const version = {
  timestamp: moment,
  created_by: 'ada',
  type_schema: sent.typeSchema,
  evaluator: sent.type.evaluator,
  summary: sent.type.summary,
};

/** Operation 9: the custom types, by name, each with its newest version first. */
export const types: readonly object[] = [
  {
    name: 'coverage',
    description: sent.type.description,
    archived: false,
    org: 'acme',
    created_by: 'ada',
    created_at: moment,
    last_modified_at: moment,
    versions: [
      { version: 2, ...version },
      { version: 1, ...version },
    ],
  },
];
