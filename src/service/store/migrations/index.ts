import { evidence } from './001-evidence.ts';
import { types } from './002-types.ts';
import { approvals } from './003-approvals.ts';
import { environments } from './004-environments.ts';
import { flowsAndTags } from './005-flows-and-tags.ts';
import { policies } from './006-policies.ts';
import { notifications } from './007-notifications.ts';
import { grants } from './008-grants.ts';
import { templateVersions } from './009-template-versions.ts';
import { kinds } from './010-kinds.ts';
import { leases } from './011-leases.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

/** In order; a migration that was released is never changed. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'evidence', statements: evidence },
  { version: 2, name: 'types', statements: types },
  { version: 3, name: 'approvals', statements: approvals },
  { version: 4, name: 'environments', statements: environments },
  { version: 5, name: 'flows and tags', statements: flowsAndTags },
  { version: 6, name: 'policies', statements: policies },
  { version: 7, name: 'notifications', statements: notifications },
  { version: 8, name: 'grants', statements: grants },
  { version: 9, name: 'template versions', statements: templateVersions },
  { version: 10, name: 'kinds', statements: kinds },
  { version: 11, name: 'leases', statements: leases },
];
