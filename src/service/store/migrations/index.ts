import { evidence } from './001-evidence.ts';
import { types } from './002-types.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

/** In order; a migration that was released is never changed. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'evidence', statements: evidence },
  { version: 2, name: 'types', statements: types },
];
