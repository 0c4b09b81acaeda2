import { UsageError } from '../../errors/index.ts';
import type { Backend } from './backend.ts';
import { dataDirectory } from './sqlite/directory.ts';

/** The one place that knows which engines there are. SQLite keeps a directory. */
export function openBackend(place: string): Backend {
  // A user who gives such an address does not mean a folder of that name. The address may hold a password, and is not shown.
  if (/^postgres(?:ql)?:\/\//i.test(place)) {
    throw new UsageError('invalid-input', 'PostgreSQL is not supported by this version', { fix: 'Give a directory' });
  }
  return dataDirectory(place);
}
