import { canonical } from '../text/canonical-json.ts';
import { oneLine } from '../text/index.ts';
import { aStatement, type Predicate, type Subject } from './contract.ts';
import { resourceUriOf, type Draft, type NoStatement, type Stated } from './predicates.ts';
import { limits, statementType } from './words.ts';

export interface StatedCommit extends Pick<Stated, 'repository'> {
  /** 40 or 64 lower-case hexadecimal digits. */
  readonly sha: string;
  /** SHA-256 of the bytes of `git cat-file commit <sha>`; `undefined` where they are not at hand. */
  readonly objectSha256?: string | undefined;
  /** Whole names, as `refs/heads/main`. */
  readonly refs?: readonly string[];
}

export type StatedArtifact = Readonly<Record<'name' | 'fingerprint', string>>;

/**
 * The commit, its bytes, which tools that take no SHA-1 can be given, and each artifact by its SHA-256, all in the order of their text.
 * Each has a map of digests of its own: a reader takes maps for equal where any digest is.
 */
export function subjectsOf(commit: StatedCommit | undefined, artifacts: readonly StatedArtifact[]): readonly Subject[] {
  // 1,024 lines of checksums are then within the 512 KiB that `actions/attest` reads.
  const ofArtifacts = artifacts.map(({ fingerprint, name }) => ({ name: oneLine(name, 200), digest: { sha256: fingerprint } }));
  const all = [...(commit === undefined ? [] : commitSubjects(commit)), ...ofArtifacts];
  const byText = new Map(all.map((subject) => [canonical(subject), subject]));
  return [...byText.keys()].toSorted().flatMap((text) => byText.get(text) ?? []);
}

function commitSubjects({ objectSha256, refs = [], repository, sha }: StatedCommit): readonly Subject[] {
  const uri = `${resourceUriOf(repository).slice('git+'.length)}/commit/${sha}`;
  const annotations = refs.length === 0 ? {} : { annotations: { sourceRefs: refs.toSorted() } };
  return [
    { name: sha, uri, digest: { gitCommit: sha }, ...annotations },
    ...(objectSha256 === undefined ? [] : [{ name: `git cat-file commit ${sha}`, uri, digest: { sha256: objectSha256 } }]),
  ];
}

/** Whole files. A signature is over the bytes as they are, without a line break at the end. */
export interface WrittenStatement {
  readonly kind: 'written';
  readonly statement: string;
  /** `actions/attest` makes the statement of its type, the predicate and the lines of checksums. It takes SHA-2 alone. */
  readonly predicate: string;
  readonly predicateType: Predicate['predicateType'];
  readonly checksums: string;
}

/** The same bytes for the same facts (RFC 8785). None where they contradict each other, or a digest or an address is none. */
export function writeStatement(draft: Draft, subjects: readonly Subject[]): WrittenStatement | NoStatement {
  if ('why' in draft) return draft;
  const { length } = subjects;
  if (length === 0 || length > limits.subjects)
    return { kind: 'none', code: 'subjects', why: `it would be about ${length} things, and must be about 1 to ${limits.subjects}` };
  const statement = { _type: statementType, subject: subjects, ...draft };
  const fault = aStatement(statement);
  if (fault !== undefined) return { kind: 'none', code: 'wrong-shape', why: `it would not be as others read it: ${oneLine(fault.trim())}` };
  return {
    kind: 'written',
    statement: canonical(statement),
    predicate: canonical(draft.predicate),
    predicateType: draft.predicateType,
    checksums: subjects.flatMap(({ digest: { sha256 }, name = '' }) => (sha256 === undefined ? [] : `${sha256}  ${name}\n`)).join(''),
  };
}
