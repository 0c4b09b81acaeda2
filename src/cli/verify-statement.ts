import { UsageError, endings } from '../errors/index.ts';
import { utcTime } from '../presentation/index.ts';
import type { Demands, Envelope, FoundStatement } from '../statement/index.ts';
import { oneLine } from '../text/index.ts';
import { readStatementFile } from './sign.ts';
import type { Terminal } from './terminal.ts';
import { spanOf } from './token.ts';

type TextOption = 'commit' | 'identity' | 'issuer' | 'maxAge' | 'predicateType' | 'repository' | 'subjectFile' | 'verifier';
type Texts = Record<TextOption | 'repositoryId' | 'sourceDigest', string>;
type Lists = Record<'key' | 'statement' | 'trustedRoot', readonly string[]>;
export type StatementOptions = Readonly<Partial<Texts & Lists & Record<'allowOverridden' | 'allowWarned' | 'json', boolean>>>;

/** Also the form in JSON. */
interface Signed {
  readonly signer: string | null;
  /** By a time stamp authority or a log, in Unix seconds; with a key nobody saw it. */
  readonly seen: number | null;
  readonly problems: readonly string[];
}

const unsigned = (problem: string): Signed => ({ signer: null, seen: null, problems: [problem] });

/** A signature alone says nothing, so that none of the demands may be missing. */
function demanded(option: string, text: string | undefined, pattern: RegExp, fix: string): string {
  if (text === undefined) throw new UsageError('missing-input', `verify --statement needs ${option}`, { fix });
  if (pattern.test(text)) return text;
  throw new UsageError('invalid-input', `${option} cannot be compared with anything: ${JSON.stringify(oneLine(text, 200))}`, { fix });
}

const sha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A workflow, and the ref or the commit that it is called at. A star is a part of its own: `main*` would be `main-of-a-stranger` too. */
const identities = /^https:\/\/[^/\s*]+\/[^/\s*]+\/[^/\s*]+\/[^\s*]+@(?:refs\/(?:[^\s*]+|(?:[^\s*]+\/)?\*)|[0-9a-f]{40})$/;

async function demandsOf(options: StatementOptions): Promise<Demands> {
  const { allowOverridden, allowWarned, commit, predicateType, repository, subjectFile, verifier } = options;
  const { fingerprintOf } = await import('../files/index.ts');
  const { levels, summaryType, testResultType } = await import('../statement/index.ts');
  const page = repository?.replace(/^(?=[\w.-]+\/[\w.-]+$)/, 'https://github.com/');
  const isPage = /^https:\/\/[^/\s]+\/[\w.-]+\/[\w.-]+$/;
  const more = [...(allowOverridden === true ? [levels.overridden] : []), ...(allowWarned === true ? ['WARNED'] : [])];
  return {
    predicateType: predicateType === undefined ? undefined : predicateType === 'vsa' ? summaryType : testResultType,
    subject:
      subjectFile === undefined
        ? ['gitCommit', demanded('--commit or --subject-file', commit, sha, 'Write all digits of the commit: git rev-parse HEAD')]
        : ['sha256', (await fingerprintOf(subjectFile)).sha256],
    repository: demanded('--repository', page, isPage, 'Write owner/name, or https://HOST/OWNER/NAME'),
    answers: ['PASSED', levels.compliant, ...more],
    verifier,
  };
}

type ReadSignature = (file: string, envelope: Envelope, found: FoundStatement) => Signed;

/** Nobody may be named next to the signer that the way looks at. */
function isSignedBy(way: 'certificate' | 'publicKey', { bundle }: FoundStatement): boolean {
  const proofs = ['tlogEntries', 'timestampVerificationData'];
  const names = Object.keys(bundle?.verificationMaterial ?? {}).filter((name) => !proofs.includes(name));
  return names.join() === way;
}

async function byKeys(files: readonly string[]): Promise<ReadSignature> {
  const { readPublicKeys, signerAmong } = await import('../signing/index.ts');
  const keys = files.flatMap((file) => readPublicKeys('--key', file));
  return (_, envelope, found) => {
    if (found.bundle !== undefined && !isSignedBy('publicKey', found))
      return unsigned('It is not signed with a key alone: verify a certificate with --trusted-root');
    const hint = signerAmong(keys, envelope);
    return hint === undefined ? unsigned('No key of --key made its signature') : { signer: `the key ${hint}`, seen: null, problems: [] };
  };
}

async function byRoots(files: readonly string[], options: StatementOptions, repository: string): Promise<ReadSignature> {
  const { commit, identity, issuer, repositoryId, sourceDigest } = options;
  const { readNamedText } = await import('../files/index.ts');
  const { certifiedSigner, objectionsToSigner, readTrustedRoots } = await import('../signing/keyless.ts');
  const [workflow, github] = ['https://github.com/OWNER/NAME/.github/workflows/FILE.yml', 'https://token.actions.githubusercontent.com'];
  const wanted = {
    identity: demanded('--identity', identity, identities, `Write it whole: ${workflow}@refs/heads/main; a * may be its last part`),
    issuer: demanded('--issuer', issuer, /^https:\/\/\S+$/, `Write ${github}, where it is GitHub`),
    'source-digest': demanded('--source-digest', sourceDigest ?? commit, sha, 'Write all digits of the commit that the workflow ran at'),
    repository,
    'repository-id': repositoryId,
  };
  const roots = files.flatMap((file) => readTrustedRoots(readNamedText('--trusted-root', file, 4 * 1024 * 1024, 'Name a file of roots')));
  return (file, _, found) => {
    if (!isSignedBy('certificate', found)) return unsigned('It is not signed with a certificate alone: verify a key with --key');
    const signer = certifiedSigner(file, found.bundle, roots);
    if (typeof signer === 'string') return unsigned(`Its signature is not good by --trusted-root: ${signer}`);
    return { signer: oneLine(signer.facts.identity ?? '', 500), seen: signer.seen, problems: objectionsToSigner(signer, wanted) };
  };
}

/** Sends no request. Each statement must be a yes by itself, and the newest answer to its question among them. */
export async function verifyStatements(files: readonly string[], options: StatementOptions, terminal: Terminal): Promise<number> {
  const { key, maxAge, trustedRoot } = options;
  const demands = await demandsOf(options);
  demanded('--key or --trusted-root', (key ?? trustedRoot)?.[0], /^/, 'Name public keys or trusted roots: who signed decides');
  const read = trustedRoot === undefined ? await byKeys(key ?? []) : await byRoots(trustedRoot, options, demands.repository);
  const oldest = maxAge === undefined ? undefined : Date.now() / 1000 - spanOf('--max-age', maxAge);
  const { answerOf, claimedTime, objectionsTo, questionOf } = await import('../statement/index.ts');
  const all: (Parameters<typeof linesOf>[0] & { readonly question: string })[] = [];
  for (const path of files) {
    const found = await readStatementFile(path);
    const { envelope, statement } = found;
    const signed = envelope === undefined ? unsigned('Nobody signed it') : read(path, envelope, found);
    // An old statement that is signed again stays old.
    const at = Math.min(signed.seen ?? Infinity, claimedTime(statement) ?? Infinity);
    const problems = [...signed.problems, ...objectionsTo(statement, demands), ...(oldest === undefined ? [] : tooOld(at, oldest))];
    all.push({ file: oneLine(path, 200), answer: answerOf(statement), question: questionOf(statement), ...signed, at, problems });
  }
  const judged = all.map(({ question, ...one }) => {
    const later = all.filter((other) => other.question === question && other.at > one.at);
    return { ...one, problems: [...one.problems, ...later.map(({ answer, file }) => `A later one says ${answer} of the same: ${file}`)] };
  });
  const isYes = judged.every(({ problems }) => problems.length === 0);
  if (options.json === true) terminal.json({ outcome: isYes ? 'accepted' : 'refused', statements: judged });
  else terminal.out([...judged.flatMap(linesOf), isYes ? 'It is what was demanded.' : 'Refused: do not rely on it.'].join('\n'));
  return isYes ? 0 : endings['non-compliant'].exitCode;
}

/** Two clocks may differ by five minutes. */
function tooOld(at: number, oldest: number): readonly string[] {
  if (at === Infinity) return ['Nobody says when it was made, and --max-age asks it'];
  const isEarly = at > Date.now() / 1000 + 300;
  return isEarly || at < oldest ? [`It is of ${utcTime(at)}: ${isEarly ? 'yet to come' : 'too old'}`] : [];
}

/** `at` is endless where nobody says it. */
function linesOf({ answer, at, file, problems, seen, signer }: Signed & Readonly<Record<'answer' | 'file', string> & { at: number }>) {
  const claim = at === Infinity ? 'nobody says when' : `on ${utcTime(at)}, as the signer claims: a key proves no time`;
  const time = seen === null ? claim : `seen on ${utcTime(seen)} by a log or a time stamp authority`;
  const first = signer === null ? [] : [`${file}: ${answer}, signed by ${signer}, ${time}`];
  return [...first, ...problems.map((problem) => `${file}: ${problem}.`)];
}
