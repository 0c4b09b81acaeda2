import { createHash, hash } from 'node:crypto';
import type { Administration } from '../commands/index.ts';
import { ContractError, UsageError, endings, wrongUse } from '../errors/index.ts';
import { utcTime } from '../presentation/index.ts';
import type { Demands, Envelope, FoundStatement, Statement } from '../statement/index.ts';
import { oneLine, orNothing, stringAt } from '../text/index.ts';
import { askThere } from './administered.ts';
import { readStatements } from './sign.ts';
import { note, type Terminal } from './terminal.ts';
import { spanOf } from './token.ts';

type TextOption = 'commit' | 'identity' | 'issuer' | 'maxAge' | 'policy' | 'predicateType' | 'repository' | 'subjectFile' | 'verifier';
type Texts = Record<TextOption | 'repositoryId' | 'sourceDigest', string>;
type OfService = Record<'apiToken' | 'baseUrl' | 'context' | 'flow' | 'org' | 'trail', string> & { interrupt: AbortSignal };
type Lists = Record<'key' | 'statement' | 'trustedRoot', readonly string[]>;
type Flags = Record<'allowOverridden' | 'allowWarned' | 'json', boolean>;
export type StatementOptions = Readonly<Partial<Texts & OfService & Lists & Flags>>;

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
  throw wrongUse(`${option} cannot be compared with anything: ${JSON.stringify(oneLine(text, 200))}`, fix);
}

const sha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A workflow, and the ref or the commit that it is called at. A star is a part of its own: `main*` would be `main-of-a-stranger` too. */
const identities = /^https:\/\/[^/\s*]+\/[^/\s*]+\/[^/\s*]+\/[^\s*]+@(?:refs\/(?:[^\s*]+|(?:[^\s*]+\/)?\*)|[0-9a-f]{40})$/;

async function demandsOf(options: StatementOptions): Promise<Demands> {
  const { allowOverridden, allowWarned, commit, policy, predicateType, repository, subjectFile, verifier } = options;
  const { fingerprintOf } = await import('../files/index.ts');
  const sha256 = subjectFile === undefined ? '' : (await fingerprintOf(subjectFile)).sha256;
  if (sha256 === hash('sha256', ''))
    throw wrongUse(`${subjectFile} is empty: every empty one has the same fingerprint`, 'Look at what made it');
  const { levels, summaryType, testResultType } = await import('../statement/index.ts');
  const page = repository?.replace(/^(?=[\w.-]+\/[\w.-]+$)/, 'https://github.com/');
  const isPage = /^https:\/\/[^/\s]+(?:\/[\w.-]+){2,}$/;
  const more = [...(allowOverridden === true ? [levels.overridden] : []), ...(allowWarned === true ? ['WARNED'] : [])];
  return {
    predicateType: predicateType === undefined ? undefined : predicateType === 'vsa' ? summaryType : testResultType,
    subject:
      subjectFile === undefined
        ? ['gitCommit', demanded('--commit or --subject-file', commit, sha, 'Write all digits of the commit: git rev-parse HEAD')]
        : ['sha256', sha256],
    repository: demanded('--repository', page, isPage, 'Write owner/name, or https://HOST/OWNER/NAME'),
    answers: ['PASSED', levels.compliant, ...more],
    policy,
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

/** The commit whose bytes a file has, as `git cat-file commit` writes them: a service knows no commit by its bytes. */
async function commitIn(file: string | undefined): Promise<string | undefined> {
  const bytes = file && (await import('../files/index.ts')).readRegularFile(file, 1024 * 1024);
  if (!Buffer.isBuffer(bytes) || !/^tree [0-9a-f]{40}\n/.test(bytes.toString('latin1'))) return undefined;
  return createHash('sha1').update(`commit ${bytes.length}\0`).update(bytes).digest('hex');
}

/** `--flow` alone lets a service be asked: what variables, files and contexts say comes after that. */
async function placeIn({ apiToken, baseUrl, commit, context, flow, org, subjectFile, trail }: StatementOptions) {
  if ([apiToken, baseUrl, context, flow, org, trail].every((each) => each === undefined)) return undefined;
  const [isName, fix] = [/^[a-zA-Z0-9][\w.~-]{0,254}$/, 'Name the flow and the trail there, or leave out all that is about a service'];
  const flow_name = demanded('--flow, to ask a service', flow, isName, fix);
  const sha1 = commit ?? (await commitIn(subjectFile));
  const trail_name = demanded('--trail, to ask a service', trail ?? sha1, isName, fix);
  return { there: { flow_name, trail_name }, ...(sha1 === undefined ? {} : { subject: ['gitCommit', sha1] as const }) };
}

/** How a service answers the question of a statement now. */
type Standing = Readonly<Record<'answer' | 'address', string> & { at: number }>;
type Place = NonNullable<Awaited<ReturnType<typeof placeIn>>>;

/** @throws {ContractError} where it says nothing of the same: then nobody knows how it stands. */
async function standingOf(statement: Statement, demands: Demands, place: Place, ways: Administration): Promise<Standing> {
  const { answerOf, claimedTime, levels, objectionsTo, readStatement, summaryType, testResultType } = await import('../statement/index.ts');
  const { subject = demands.subject, there } = place;
  const fix = 'Look at --base-url, --flow and --trail: they must lead to what the statement is about';
  if (statement.predicateType === testResultType) {
    const [algorithm, digest] = subject;
    const path = algorithm === 'gitCommit' ? ['git_commit_info', 'sha1'] : ['artifact_fingerprint'];
    const name = statement.predicate.configuration[0]?.name ?? '';
    const { items, request: address } = await ways.listNamed(there, name);
    const same = new Set<unknown>(items.filter((each) => stringAt(each, ...path) === digest).map((each) => each.attestation_id));
    const about = items.filter((each) => same.has(each.attestation_id) || same.has(each.overridden_attestation_id));
    const [newest] = about.toSorted((one, other) => other.created_at - one.created_at);
    if (newest === undefined) throw new ContractError('wrong-shape', `${address} has no ${name} about ${digest}`, { fix });
    const yes = stringAt(newest, 'overridden_attestation_id') === undefined ? 'PASSED' : levels.overridden;
    return { answer: newest.is_compliant === true ? yes : levels.failed, at: newest.created_at, address };
  }
  const { content = Buffer.of(), request: address } = await ways.askStatement(there);
  const now = orNothing(() => readStatement(content).statement);
  if (now === undefined) throw new ContractError('wrong-shape', `${address} answered with no statement that can be read`, { fix });
  const answer = answerOf(now);
  const asked: Demands = { ...demands, subject, predicateType: summaryType, policy: undefined, verifier: undefined, answers: [answer] };
  const [other] = objectionsTo(now, asked);
  if (other !== undefined) throw new ContractError('wrong-shape', `${address} is about something else. ${other}`, { fix });
  return { answer, at: claimedTime(now) ?? Date.now() / 1000, address };
}

/**
 * Each statement must be a yes by itself, and the newest answer to its question among them, also in a service that is asked. Where a
 * file has many, those are left out that are not what was demanded, or that a later one replaces.
 */
export async function verifyStatements(files: readonly string[], options: StatementOptions, terminal: Terminal): Promise<number> {
  const { key, maxAge, trustedRoot } = options;
  const [demands, place] = [await demandsOf(options), await placeIn(options)];
  demanded('--key or --trusted-root', (key ?? trustedRoot)?.[0], /^/, 'Name public keys or trusted roots: who signed decides');
  const read = trustedRoot === undefined ? await byKeys(key ?? []) : await byRoots(trustedRoot, options, demands.repository);
  const oldest = maxAge === undefined ? undefined : Date.now() / 1000 - spanOf('--max-age', maxAge);
  const { answerOf, claimedTime, objectionsTo, questionOf } = await import('../statement/index.ts');
  const all: (Omit<Judged, 'notes'> & Readonly<{ path: string; statement: Statement; strange: string | undefined }>)[] = [];
  for (const path of files) {
    for (const { found, name } of await readStatements(path)) {
      const { envelope, statement } = found;
      const by = (signed: Envelope): Signed => read(name, signed, found);
      const ofLine = (signed: Envelope): Signed => orNothing(() => by(signed)) ?? unsigned('Its signature cannot be read');
      const signed = envelope === undefined ? unsigned('Nobody signed it') : (name === path ? by : ofLine)(envelope);
      const answer = answerOf(statement);
      const [strange] = name === path ? [] : [...signed.problems, ...objectionsTo(statement, { ...demands, answers: [answer] })];
      // An old statement that is signed again stays old.
      const at = Math.min(signed.seen ?? Infinity, claimedTime(statement) ?? Infinity);
      const problems = [...signed.problems, ...objectionsTo(statement, demands), ...(oldest === undefined ? [] : tooOld(at, oldest))];
      all.push({ path, file: oneLine(name, 200), answer, statement, ...signed, at, problems, strange });
    }
  }
  const judged: Judged[] = [];
  const left = new Set(files);
  for (const { path, statement, strange, ...one } of all) {
    const isSame = (other: typeof statement): boolean => questionOf(other) === questionOf(statement);
    const later = all.filter((other) => other.strange === undefined && isSame(other.statement) && other.at > one.at);
    const replaced = later.map(({ answer, file }) => `A later one says ${answer} of the same: ${file}`);
    // A time that is yet to come, or is not known, replaces nothing.
    const why = strange ?? (one.file === oneLine(path, 200) || later.every(({ at }) => isEarly(at)) ? undefined : replaced[0]);
    if (why !== undefined) {
      note(`${one.file} is left out. ${why}`, terminal);
      continue;
    }
    left.delete(path);
    const problems = [...one.problems, ...replaced];
    const said: Standing[] = [];
    // A stranger's file sends nobody to the service.
    if (place !== undefined && problems.length === 0) {
      const code = await askThere(async (ways) => void said.push(await standingOf(statement, demands, place, ways)), options, terminal);
      if (code !== 0) return code;
    }
    const words = said.map((now) => `${now.at > one.at ? 'A later one' : 'The service'} says ${now.answer} of the same: ${now.address}`);
    const isNo = said.some(({ answer }) => !demands.answers.includes(answer));
    judged.push({ ...one, problems: [...problems, ...(isNo ? words : [])], notes: isNo ? [] : words });
  }
  for (const path of left)
    judged.push({ file: oneLine(path, 200), answer: 'nothing', at: Infinity, notes: [], ...unsigned('No line is what was demanded') });
  const isYes = judged.every(({ problems }) => problems.length === 0);
  if (options.json === true) terminal.json({ outcome: isYes ? 'accepted' : 'refused', statements: judged });
  else terminal.out([...judged.flatMap(linesOf), isYes ? 'It is what was demanded.' : 'Refused: do not rely on it.'].join('\n'));
  return isYes ? 0 : endings['non-compliant'].exitCode;
}

/** Two clocks may differ by five minutes. */
function isEarly(at: number): boolean {
  return at > Date.now() / 1000 + 300;
}

function tooOld(at: number, oldest: number): readonly string[] {
  if (at === Infinity) return ['Nobody says when it was made, and --max-age asks it'];
  return isEarly(at) || at < oldest ? [`It is of ${utcTime(at)}: ${isEarly(at) ? 'yet to come' : 'too old'}`] : [];
}

/** `at` is endless where nobody says it. */
type Judged = Signed & Readonly<Record<'answer' | 'file', string> & { at: number; notes: readonly string[] }>;

function linesOf({ answer, at, file, notes, problems, seen, signer }: Judged): readonly string[] {
  const claim = at === Infinity ? 'nobody says when' : `on ${utcTime(at)}, as the signer claims: a key proves no time`;
  const time = seen === null ? claim : `seen on ${utcTime(seen)} by a log or a time stamp authority`;
  const first = signer === null ? [] : [`${file}: ${answer}, signed by ${signer}, ${time}`];
  return [...first, ...[...notes, ...problems].map((sentence) => `${file}: ${sentence}.`)];
}
