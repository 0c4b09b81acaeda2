import { UsageError } from '../../../errors/index.ts';
import { given } from '../../../text/index.ts';
import { migrations } from '../migrations/index.ts';
import type { Engine } from '../sql/engine.ts';
import { formDifferences, formOf, isOfForm } from '../sql/form.ts';
import { versionOf } from '../sql/migrate.ts';

/** Tables of another version of the program are no sign that someone changed them. */
export async function knownVersion(kept: Engine): Promise<void> {
  const [version, newest] = [await kept.read(versionOf), migrations.at(-1)?.version ?? 0];
  if (version === undefined || version === newest) return;
  throw new UsageError('invalid-input', `The data is of version ${version}, and this program verifies version ${newest}.`, {
    fix: version > newest ? 'Use a newer program.' : 'Start the service of this program once: it brings the data up to date.',
  });
}

/** Where the logs are: nothing can be verified if these are made otherwise. */
const logTables: ReadonlySet<string> = new Set(['table records', 'table organizations', 'table migrations']);

/**
 * How the tables differ from those of this version: `altered` where no program made them so, or the logs cannot be read from them.
 */
export async function formProblems(kept: Engine, derived: Engine): Promise<{ readonly altered?: string; readonly otherForm?: string }> {
  const [ours, made] = [await kept.read(() => formOf(kept.catalog)), await derived.read(() => formOf(derived.catalog))];
  const differences = formDifferences(ours, made);
  const altered = differences.find((each) => !isOfForm(each) || logTables.has(each.name));
  return given({ altered: altered?.problem, otherForm: differences[0]?.problem });
}
