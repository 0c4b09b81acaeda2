import { hash } from 'node:crypto';
import type { Account, Signature } from '../../../src/audit/facts/account.ts';
import type { Commit, LandingKind, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { EvidenceRecord, TrailFact } from '../../../src/audit/facts/trail.ts';

/** Each flow has paths of its own. */
const flows = 200;
const people = 60;
const start = Date.UTC(2026, 0, 1);
const template = { version: 1, trail: { attestations: [{ name: 'tests', type: 'junit' }], artifacts: [] } } as const;

const hex = (text: string, digits: number): string => hash('sha256', text).slice(0, digits);
const shaOf = (text: string): string => hex(text, 40);
const flowOf = (change: number): string => `service-${change % flows}`;
const person = (number: number): Account => ({ id: 1_000 + (number % people), login: `dev-${number % people}`, kind: 'person' });

const file = [
  'flows:',
  ...Array.from({ length: flows }, (_, n) => `  service-${n}:\n    paths: [services/${n}/**]`),
  '  scan:\n    paths: ["**"]',
].join('\n');

/**
 * A collected file of that many changes, the same each time, the newest first: pull requests of one to three commits, each
 * twentieth landing a group of three of the merge queue, with two trails of three records and three reviews each. Some of
 * them have faults.
 *
 * @param faulty how many more of a hundred changes have one
 */
export async function* auditInput(changes: number, faulty = 0): AsyncGenerator<Line> {
  const digest = hex(file, 64);
  const counts = new Map<string, number>();
  const counted = <One extends Line>(line: One): One => {
    counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
    return line;
  };
  yield counted({
    kind: 'audit',
    version: 1,
    tool: { name: 'compliance-evidence', version: '1.0.0', digest: null },
    workflow: null,
    run: null,
    inputs: { branch: 'main' },
    repository: 'acme/shop',
    serverUrl: 'https://github.com',
    service: { url: 'https://evidence.example/api/v2', org: 'acme' },
    branches: [{ name: 'main', tip: shaOf(`${changes - 1}/0`) }],
    basis: 'github',
    period: { since: momentOf(-1), until: momentOf(changes), sinceSha: null, by: 'landing' },
    at: momentOf(changes),
    flows: [],
    file: digest,
  });
  yield counted({ kind: 'file', digest, text: file });
  for (let n = 0; n < flows; n += 1) yield counted({ kind: 'flow', name: flowOf(n), url: null, template });
  yield counted({ kind: 'flow', name: 'scan', url: null, template });
  yield counted({ kind: 'untold', source: 'log', why: 'No interface', fix: 'Run verify' });
  const landings: { readonly first: number; readonly size: number }[] = [];
  for (let first = 0; first < changes; first += landings.at(-1)?.size ?? 1)
    landings.push({ first, size: first % 20 === 0 && first + 3 <= changes ? 3 : 1 });
  for (const { first, size } of landings.toReversed()) yield counted(landingOf(first, size, digest, faulty));
  yield { kind: 'end', counts: Object.fromEntries(counts), trailsElsewhere: 7 };
}

function landingOf(first: number, size: number, digest: string, faulty: number): LandingFact {
  const changes = Array.from({ length: size }, (_, index) => first + index);
  const commits = changes.map((change) => commitsOf(change));
  const all = commits.flat();
  // Each 200th change was pushed without a pull request.
  const pulls = changes.flatMap((change, index) => (change % 200 === 7 ? [] : [pullOf(change, commits[index] ?? [])]));
  const kind: LandingKind = pulls.length === 0 ? 'push' : size > 1 ? 'merge-queue' : 'pull-request';
  return {
    kind: 'landing',
    landing: {
      id: String(9_000_000 + first),
      branch: 'main',
      kind,
      at: momentOf(first),
      actor: person(first),
      before: shaOf(`${first - 1}/0`),
      after: all.at(-1)?.sha ?? null,
      commits: all,
      count: all.length,
      removed: [],
    },
    pulls,
    pullsOf: Object.fromEntries(pulls.flatMap(({ commits: own, number }) => own.map(({ sha }) => [sha, [number]]))),
    paths: Object.fromEntries(
      changes.map((change) => [change % 200 === 7 ? '' : String(change + 1), [`services/${change % flows}/src/a.ts`, 'README.md']]),
    ),
    file: digest,
    workflows: null,
    trails: changes.flatMap((change, index) =>
      ['scan', flowOf(change)].flatMap((flow) => trailsOf(flow, change, commits[index]?.at(-1)?.sha ?? '', faulty)),
    ),
    trees: {},
  };
}

function commitsOf(change: number): readonly Commit[] {
  const size = 1 + (change % 3);
  const author = signatureOf(change);
  return Array.from({ length: size }, (_, index) => ({
    sha: shaOf(`${change}/${size - 1 - index}`),
    tree: shaOf(`tree ${change}/${index}`),
    parents: [shaOf(index === 0 ? `${change - 1}/0` : `${change}/${size - index}`)],
    title: `Change ${change}, part ${index + 1}: make prices =SUM(A1) right for | everybody`,
    author,
    committer: author,
    coAuthors: [],
    mergeAlone: null,
    suggestionAlone: false,
  }));
}

function signatureOf(change: number): Signature {
  const account = person(change);
  return { name: account.login, email: `${account.login}@example.com`, account };
}

function pullOf(change: number, commits: readonly Commit[]): PullRequest {
  const head = commits.at(-1)?.sha ?? '';
  const reviews = (['COMMENTED', 'APPROVED', 'APPROVED'] as const).map((said, index) => {
    return { id: `r${change}-${index}`, by: person(change + 1 + index), said, commit: head, at: momentOf(change, index - 30) };
  });
  return {
    number: change + 1,
    url: `https://github.com/acme/shop/pull/${change + 1}`,
    base: 'main',
    openedBy: person(change),
    askedBy: null,
    mergedAt: momentOf(change),
    mergedBy: person(change + 1),
    mergeCommit: head,
    title: `Change ${change}: make prices right`,
    labels: [],
    from: 'acme/shop',
    headBranch: 'feature',
    commitsCut: false,
    pushedAt: momentOf(change, -120),
    head,
    commits,
    // Each 90th was merged without a review.
    reviews: change % 90 === 4 ? [] : reviews,
    forcePushes: [],
  };
}

function trailsOf(flow: string, change: number, sha: string, faulty: number): readonly TrailFact[] {
  // One flow may lack its trail. If both lack it, that is one finding.
  if (change % 60 === 11 || (flow !== 'scan' && change % 100 < faulty)) return [];
  const compliant = change % 70 !== 13;
  const recordOf = (name: string): EvidenceRecord => ({
    id: hex(`record ${change} ${flow} ${name}`, 32),
    name,
    type: 'junit',
    compliant,
    at: momentOf(change, change % 110 === 17 ? 60 : -60),
    commit: sha,
    fingerprint: null,
    target: null,
    by: 'ci',
    override: null,
    tests: { total: 200 + (change % 50), skipped: change % 3, failed: compliant ? 0 : 2 },
    byForkClaim: false,
    run: `https://github.com/acme/shop/actions/runs/${change}`,
    read: true,
  });
  const records = ['tests', 'lint', 'build'].map(recordOf);
  return [
    {
      flow,
      name: sha,
      url: `https://evidence.example/acme/flows/${flow}/trails/${sha}`,
      at: records[0]?.at ?? '',
      state: compliant ? 'COMPLIANT' : 'NON-COMPLIANT',
      template,
      templateVersion: 1,
      ownTemplate: false,
      commits: [sha],
      records,
      artifacts: [],
      cut: false,
    },
  ];
}

function momentOf(change: number, minutes = 0): string {
  return new Date(start + (change * 4 + minutes) * 60_000).toISOString().replace('.000', '');
}
