import { EvidenceError, wrongUse } from '../../errors/index.ts';
import { given, oneLine } from '../../text/index.ts';
import { checkPackage, type CheckedPackage } from '../package/check-package.ts';
import { members } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { unpackMember, withPackage } from '../package/open-package.ts';
import { outcomeOf, type PackageOutcome } from '../package/outcome.ts';
import { checkLines } from '../recompute/collected.ts';

export interface OpenedPackage {
  /** SHA-256 of its manifest. */
  readonly digest: string;
  /** By the noted head that proves the most. */
  readonly outcome: Exclude<PackageOutcome, 'broken'>;
}

/** Most heads that a package is held against: it is read once for each. */
const mostHeads = 20;

/**
 * Checks a package with each noted head, and unpacks its facts.
 * @param file does not exist yet
 * @throws {EvidenceError} where the package does not hold
 * @throws {UsageError} where it is not of a period
 */
export async function openPackage(path: string, heads: readonly string[], file: string): Promise<OpenedPackage> {
  if (heads.length > mostHeads)
    throw wrongUse(
      `The file of witness has ${heads.length} heads, and a package is held against ${mostHeads} at most`,
      'Keep the newest ones in the file',
    );
  const outcomes: PackageOutcome[] = [];
  let checked: CheckedPackage = await check(path);
  for (const head of heads) {
    checked = await check(path, head);
    outcomes.push(outcomeOf(checked));
  }
  const { digest, manifest } = checked;
  const facts = manifest?.members.find((member) => member.path === members.facts);
  if (manifest === undefined || digest === undefined || facts === undefined) throw broken('it has no facts');
  if (manifest.scope.kind !== 'period')
    throw wrongUse(
      `The package is of one ${manifest.scope.kind}, and only that of a period is performed again`,
      'Name the package of an audit',
    );
  await withPackage(path, (archive) => unpackMember(archive, facts, file));
  const [odd] = await checkLines(file);
  if (odd !== undefined) throw broken(odd);
  const outcome = outcomes.includes('witnessed') ? 'witnessed' : outcomes.includes('partly-witnessed') ? 'partly-witnessed' : 'consistent';
  return { digest, outcome };
}

async function check(path: string, head?: string): Promise<CheckedPackage> {
  const checked = await withPackage(path, (archive) => checkPackage(archive, { sha256, ...given({ head }) }));
  const [first] = checked.problems;
  if (first === undefined) return checked;
  const more = checked.problems.length - 1;
  throw broken(`${oneLine(first, 300)}${more === 0 ? '' : `; and ${more} more`}`);
}

function broken(why: string): EvidenceError {
  return new EvidenceError('changed-file', `The package does not hold: ${why}`, {
    fix: 'Look at all of it with `verify --package`, and get the package again from who made it',
  });
}
