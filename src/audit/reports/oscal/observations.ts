import { carriedWords, populationWords, type LookedAt } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit, JudgedFinding, ReportedChange, RuleResult } from '../../judge/audit.ts';
import { approvalWords, shownArtifacts, titleOf } from '../approvals.ts';
import { lookedAt, missingParts, numbersOf } from '../numbers.ts';
import { uri } from '../words.ts';
import { auditNames, filled, markup, moment, origin, properties, readAt, scopeNames, sentence, type IdOf } from './parts.ts';
import { population } from './plan.ts';

interface Evidence {
  readonly href: string;
  readonly description: string;
}

const most = 20;

function evidence(
  { change: about, subject }: JudgedFinding,
  change: ReportedChange | undefined,
  { repository, serverUrl }: Pick<Header, 'repository' | 'serverUrl'>,
): readonly Evidence[] {
  const page = repository === null ? undefined : `${serverUrl}/${repository}`;
  const pull = about?.pull ?? null;
  const pages: readonly (readonly [string | null | undefined, string])[] = [
    [subject.url, `The ${subject.kind} ${subject.id}`],
    [page === undefined || about === null ? null : `${page}/commit/${about.sha}`, `The commit ${about?.sha ?? ''}`],
    [page === undefined || pull === null ? null : `${page}/pull/${pull}`, `The pull request ${pull}`],
    ...(change?.coverage ?? []).map(({ flow, trail, url }) => [url, `The trail ${trail ?? ''} of flow ${flow}`] as const),
    [change?.run, 'The run that recorded its tests'],
    ...(change?.deployments ?? []).map(({ environment, url }) => [url, `Its deployment to ${environment}`] as const),
  ];
  const found = new Map<string, Evidence>();
  for (const [address, description] of pages) {
    const href = uri(address ?? '');
    if (href !== undefined && !found.has(href)) found.set(href, { href, description: markup(description) });
  }
  return [...found.values()].slice(0, most);
}

/** One for each artifact with a decision about it: who said what, when, and by whose token. */
export function* artifactObservations({ world }: Audit, idOf: IdOf): Generator<object> {
  for (const artifact of shownArtifacts(world)) {
    const { approvals, fingerprint, flow } = artifact;
    if (approvals.length === 0) continue;
    const page = uri(artifact.url ?? '');
    yield {
      uuid: idOf('observation', 'artifact', flow, fingerprint, ...scopeNames(world.header)),
      title: markup(`Approvals of the artifact ${titleOf(artifact)}`),
      description: approvals.map((approval) => sentence(approvalWords(approval).join('; '))).join('\n\n'),
      methods: ['EXAMINE'],
      types: ['historic'],
      origins: [origin(idOf)],
      ...filled('relevant-evidence', page === undefined ? [] : [{ href: page, description: markup(`The artifact ${fingerprint}`) }]),
      collected: readAt(world.header),
    };
  }
}

/** The method of an observation that something was not tested. OSCAL allows other words than its own, which all stand for a test. */
const notTested = 'NOT-TESTED';

export function* populationObservations(audit: Audit, idOf: IdOf): Generator<object> {
  const { header } = audit.world;
  const collected = readAt(header);
  yield {
    uuid: idOf('observation', 'rule', population, ...scopeNames(header)),
    title: population,
    description: sentence(`${audit.complete ? '' : 'At least '}${populationWords(numbersOf(audit))}`),
    methods: ['TEST'],
    types: ['control-objective'],
    origins: [origin(idOf)],
    collected,
  };
  for (const [index, { fix, what, why }] of missingParts(audit).entries())
    yield {
      uuid: missingId(index, audit, idOf),
      title: `Missing: ${markup(what)}`,
      description: `${sentence(`${what}: ${why}`)} Fix: ${sentence(fix)}`,
      methods: [notTested],
      types: ['finding'],
      origins: [origin(idOf)],
      collected,
    };
}

export function missingId(index: number, { world }: Audit, idOf: IdOf): string {
  return idOf('observation', 'missing', ...auditNames(world.header), String(index));
}

export function ruleObservation({ found, result, rule, tested, why }: RuleResult, { world: { header } }: Audit, idOf: IdOf): object {
  const counts = `${count(tested, 'subject')} tested, something found about ${found}`;
  const reason = why === null ? [] : [why];
  const words = {
    tested: [counts, ...reason],
    'not tested': [`Not tested${tested > 0 ? ' everywhere' : ''}`, ...(tested > 0 ? [counts] : []), ...reason],
    'not applicable': ['Not applicable: there was nothing that it is about', ...reason],
  };
  const methods = { tested: 'TEST', 'not tested': tested > 0 ? 'TEST' : notTested, 'not applicable': 'EXAMINE' };
  return {
    uuid: idOf('observation', 'rule', rule, ...scopeNames(header)),
    title: markup(rule),
    description: words[result].map((each) => sentence(each)).join(' '),
    props: properties({ rule, result: result.replaceAll(' ', '-'), tested, found }),
    methods: [methods[result]],
    types: ['control-objective'],
    origins: [origin(idOf)],
    collected: readAt(header),
  };
}

export function findingId({ key }: Pick<JudgedFinding, 'key'>, idOf: IdOf): string {
  return idOf('observation', 'finding', key);
}

/** Those about a change of this audit have the pages of that change. */
export async function* findingObservations(audit: Audit, idOf: IdOf): AsyncGenerator<object> {
  const left = new Map(audit.findings.map((finding) => [finding.key, finding]));
  const looked = lookedAt(audit);
  for await (const change of audit.changes())
    for (const key of change.findings) {
      const finding = left.get(key);
      if (finding === undefined || !left.delete(key)) continue;
      yield findingObservation(finding, change, { audit, idOf, looked });
    }
  for (const finding of left.values()) yield findingObservation(finding, undefined, { audit, idOf, looked });
}

function findingObservation(
  finding: JudgedFinding,
  change: ReportedChange | undefined,
  { audit, idOf, looked }: { readonly audit: Audit; readonly idOf: IdOf; readonly looked: LookedAt },
): object {
  const { at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const { header } = audit.world;
  return {
    uuid: findingId(finding, idOf),
    title: markup(`${rule}: ${subject.kind} ${subject.id}`),
    description: `${sentence(message)} Fix: ${fix.split('\n').map(sentence).join(' ')}`,
    props: properties({ rule, severity, status, carried, key, 'first-seen': firstSeen, 'happened-at': at }),
    methods: ['TEST'],
    types: ['finding'],
    origins: [origin(idOf)],
    subjects: [{ 'subject-uuid': idOf('repository'), type: 'component', title: markup(`${subject.kind} ${subject.id}`) }],
    ...filled('relevant-evidence', evidence(finding, change, header)),
    // When a finding that was not looked at again was last seen, is unknown.
    collected: carried ? moment(firstSeen) : readAt(header),
    ...(carried ? { remarks: sentence(`Open since ${firstSeen}, ${carriedWords(finding, looked)}`) } : {}),
    ...(status === 'fixed' ? { remarks: 'Fixed: this audit looked again, and it is gone.' } : {}),
  };
}
