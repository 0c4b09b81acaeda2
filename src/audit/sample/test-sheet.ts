import { overridden } from '../rules/evidence.ts';
import type { Untold } from '../facts/line.ts';
import type { Approval, Deployment } from '../facts/shipped.ts';
import type { Audit, JudgedFinding, ReportedChange } from '../judge/audit.ts';
import type { World } from '../population/world.ts';
import { flowWords, row } from '../reports/csv.ts';
import { claimWords } from '../reports/words.ts';

interface Tested {
  readonly change: ReportedChange;
  readonly deployments: readonly Deployment[];
  readonly findings: readonly JudgedFinding[];
  readonly audit: Audit;
}

interface Attribute {
  readonly letter: string;
  readonly asks: string;
  readonly needs: readonly Untold['source'][];
  readonly known: (tested: Tested) => readonly string[];
  readonly links: (tested: Tested) => readonly (string | null | undefined)[];
}

/** As CSV: the tester fills in the last two columns. */
export function testSheet(audit: Audit, change: ReportedChange): string {
  const { branch, committed, landedAt, landing, sha, title, url } = change;
  const which = [
    sha,
    title,
    `on ${branch}, landing ${landing}, at ${landedAt ?? (committed === undefined ? notKnown : `${committed.at}, ${claimWords(committed)}`)}`,
  ];
  return [
    `\uFEFF${row(['attribute', 'question', 'the audit knows', 'links', 'initials', 'conclusion'])}`,
    row(['', 'The change', which.join('\n'), url ?? '', '', '']),
    ...answersOf(audit, change).map(({ asks, known, letter, links }) => row([letter, asks, known, links, '', ''])),
  ].join('');
}

interface Answer extends Pick<Attribute, 'letter' | 'asks'> {
  readonly known: string;
  readonly links: string;
}

export function answersOf(audit: Audit, change: ReportedChange): readonly Answer[] {
  const tested: Tested = {
    audit,
    change,
    deployments: deploymentsOf(audit.world, change),
    findings: audit.findings.filter(({ key, status }) => status !== 'fixed' && change.findings.includes(key)),
  };
  return attributes.map((attribute) => answerOf(attribute, tested));
}

function answerOf({ asks, known, letter, links, needs }: Attribute, tested: Tested): Answer {
  const untold = tested.audit.world.untold.filter(({ source }) => needs.includes(source));
  const gaps = untold.map(({ source, why }) => `${notKnown}: ${source}, because ${why}`);
  const found = links(tested).filter((link) => link !== null && link !== undefined);
  return { letter, asks, known: [...gaps, ...known(tested)].join('\n'), links: found.join('\n') };
}

const notKnown = 'not known';

/** The questions, each with what it takes to answer them. */
export const attributes: readonly Attribute[] = [
  {
    letter: 'A',
    asks: 'Was the change authorized?',
    needs: ['pull-requests'],
    known: ({ change: { excluded, landingKind, pull } }) => [
      pull === null ? `No pull request is known; landed by: ${landingKind}` : `Pull request: #${pull.number}`,
      ...(excluded === null ? [] : [`Left out by the audit’s file: ${excluded.reason}; owner: ${excluded.owner}`]),
    ],
    links: ({ change }) => [change.pull?.url],
  },
  {
    letter: 'B',
    asks: 'Did somebody else than its authors review it?',
    needs: ['pull-requests'],
    known: ({ change: { approvedAt, authors, reviewers } }) => [
      `Authors: ${names(authors)}`,
      `Approved by: ${names(reviewers)}`,
      `Last approval: ${approvedAt ?? notKnown}`,
    ],
    links: ({ change }) => [change.pull?.url],
  },
  {
    letter: 'C',
    asks: 'Was it tested before it was merged?',
    needs: ['landings', 'trails', 'records'],
    known: ({ change: { coverage, state, tests } }) => [
      `State: ${state}`,
      ...coverage.map(
        ({ atMerge, flow, lacks, match, now, trail }) =>
          `${flowWords(flow)}: trail ${trail ?? 'none'} (match: ${match}), at the merge ${atMerge}${atMerge === 'not-known' ? `, now ${now}` : ''}${lacks.length > 0 ? `, lacks ${lacks.join(', ')}` : ''}`,
      ),
      `Tests: ${tests ?? notKnown}`,
    ],
    links: ({ change }) => [...change.coverage.map(({ url }) => url), change.run],
  },
  {
    letter: 'D',
    asks: 'Was it approved before it was deployed?',
    needs: ['deployments', 'snapshots', 'artifacts', 'approvals'],
    known: ({ audit, change, deployments }) => [
      ...change.coverage.map(({ atDeployment, flow }) => {
        const none = isUntold(audit.world, 'deployments') ? notKnown : 'not deployed to production';
        return `${flowWords(flow)}: ${atDeployment === null ? none : `${atDeployment} at the first deployment to production`}`;
      }),
      ...deployments.map((deployment) => `${placeOf(deployment)}: ${approvalWords(audit.world, deployment)}`),
    ],
    links: ({ audit, deployments }) => deployments.flatMap((deployment) => approvalsOf(audit.world, deployment).map(({ url }) => url)),
  },
  {
    letter: 'E',
    asks: 'Who deployed it, where and when?',
    needs: ['deployments', 'snapshots'],
    known: ({ deployments }) =>
      deployments.length === 0
        ? ['No deployment is known']
        : deployments.map((deployment) => `${placeOf(deployment)} by ${deployment.by?.login ?? notKnown}`),
    links: ({ deployments }) => deployments.map(({ url }) => url),
  },
  {
    letter: 'F',
    asks: 'Did different people write, merge and deploy it?',
    needs: ['pull-requests', 'deployments'],
    known: ({ change: { authors, mergedBy }, deployments }) => [
      `Authors: ${names(authors)}`,
      `Merged or pushed by: ${mergedBy ?? notKnown}`,
      `Deployed by: ${names([...new Set(deployments.map(({ by }) => by?.login ?? notKnown))])}`,
    ],
    links: () => [],
  },
  {
    letter: 'G',
    asks: 'Was it an emergency, or did somebody override a control?',
    needs: ['pull-requests', 'records'],
    known: ({ audit, change: { pull }, findings }) => [
      `Marked as an emergency: ${pull !== null && audit.totals.emergencies.includes(pull.number) ? 'yes' : isUntold(audit.world, 'pull-requests') ? notKnown : 'no'}`,
      ...findings.filter(({ rule }) => rule === overridden.name).map(({ message }) => message),
    ],
    links: ({ change }) => [change.pull?.url],
  },
  {
    letter: 'H',
    asks: 'What did the audit find about it, and was that dealt with?',
    needs: [],
    known: ({ audit, findings }) => [
      ...(findings.length === 0 ? ['No open finding'] : findings.map(findingWords)),
      `Rules that were not tested: ${notTested(audit)}`,
    ],
    links: ({ findings }) => findings.map(({ subject }) => subject.url),
  },
];

function isUntold({ untold }: World, wanted: Untold['source']): boolean {
  return untold.some(({ source }) => source === wanted);
}

function findingWords({ accepted, message, rule, severity }: JudgedFinding): string {
  const end = accepted === null ? '' : ` (accepted by ${accepted.owner} until ${accepted.until}: ${accepted.reason})`;
  return `${severity} ${rule}: ${message}${end}`;
}

function notTested({ rules }: Audit): string {
  const missing = rules.filter(({ result }) => result === 'not tested').map(({ rule }) => rule);
  return missing.length === 0 ? 'none' : missing.join(', ');
}

function names(all: readonly string[]): string {
  return all.length === 0 ? 'nobody is known' : all.join(', ');
}

function placeOf({ at, environment }: Deployment): string {
  return `${environment} at ${at}`;
}

function deploymentsOf({ deployments }: World, change: ReportedChange): readonly Deployment[] {
  return change.deployments.flatMap(({ at, environment, url }) =>
    deployments.filter((one) => one.at === at && one.environment === environment && one.url === url).slice(0, 1),
  );
}

function approvalsOf({ approvals, artifacts }: World, { environment, fingerprint, sha }: Deployment): readonly Approval[] {
  const made = sha === null ? [] : artifacts.filter(({ commit }) => commit === sha).map((artifact) => artifact.fingerprint);
  const fingerprints = new Set(fingerprint === null ? made : [fingerprint]);
  return approvals.filter((one) => fingerprints.has(one.fingerprint) && (one.environment === null || one.environment === environment));
}

function approvalWords(world: World, deployment: Deployment): string {
  const all = approvalsOf(world, deployment).map(({ approvers, at, state }) => {
    const people = approvers.map(({ name, said }) => `${name} said ${said}`);
    const when = Date.parse(at) <= Date.parse(deployment.at) ? 'before the deployment' : 'after the deployment';
    return `${state} at ${at}, ${when}${people.length > 0 ? ` (${people.join(', ')})` : ''}`;
  });
  const ofService = all.length === 0 ? 'no approval is known' : all.join('; ');
  return deployment.source === 'github' ? `${ofService}; ${reviewWords(deployment)}` : ofService;
}

/** GitHub begins a job of an environment only when its required reviewers have said yes. */
function reviewWords({ reviews }: Deployment): string {
  if (reviews === undefined) return `${notKnown}: who let GitHub begin it`;
  if (reviews.length === 0) return 'GitHub asked nobody before it began';
  return `on GitHub, before its job began: ${reviews.map(({ by, said }) => `${by?.login ?? 'an account that is gone'} ${said} it`).join(', ')}`;
}
