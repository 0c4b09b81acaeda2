import { push, type Case, type Step } from './case.ts';

type Faulty = Pick<Step, 'instead' | 'jobs' | 'service' | 'token' | 'statuses'>;

const notRecorded = 'failed, unknown: not-recorded';
const notAsked = 'failed, unknown: service-failed, job-ended';
const missing = 'failed, incomplete: missing';
const more = { 'required-attestations: unit-tests': 'required-attestations: licence-check, unit-tests' };

/** The outcome of the recipes when the service is down, the token wrong and the trail incomplete. No gate says yes. */
const recipes: readonly {
  readonly workflow: string;
  /** A push, unless said otherwise. */
  readonly event?: Step['event'];
  readonly unanswered: Faulty['jobs'];
  readonly unansweredStatuses?: Faulty['statuses'];
  readonly incomplete: Faulty;
  readonly records: readonly string[];
}[] = [
  {
    workflow: 'matrix',
    unanswered: { 'unit-tests {"shard":1}': 'passed', 'unit-tests {"shard":2}': 'passed', evidence: notRecorded, gate: notAsked },
    incomplete: {
      instead: more,
      jobs: { 'unit-tests {"shard":1}': 'passed', 'unit-tests {"shard":2}': 'passed', evidence: 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, push 1'],
  },
  {
    workflow: 'several-jobs',
    unanswered: {
      'unit-tests {"shard":1}': notRecorded,
      'unit-tests {"shard":2}': notRecorded,
      'browser-tests': notRecorded,
      gate: notAsked,
    },
    incomplete: {
      instead: { 'required-attestations: unit-tests-1': 'required-attestations: licence-check, unit-tests-1' },
      jobs: {
        'unit-tests {"shard":1}': 'passed, recorded',
        'unit-tests {"shard":2}': 'passed, recorded',
        'browser-tests': 'passed, recorded',
        gate: missing,
      },
    },
    records: ['browser-tests green, push 1', 'unit-tests-1 green, push 1, {"shard":1}', 'unit-tests-2 green, push 1, {"shard":2}'],
  },
  {
    workflow: 'monorepo',
    unanswered: { 'tests {"project":"api"}': notRecorded, 'tests {"project":"web"}': notRecorded },
    incomplete: { instead: more, jobs: { 'tests {"project":"api"}': missing, 'tests {"project":"web"}': missing } },
    records: ['unit-tests green, push 1, {"project":"api"}', 'unit-tests green, push 1, {"project":"web"}'],
  },
  {
    workflow: 'documentation',
    unanswered: { changes: 'passed', tests: 'passed', evidence: notRecorded, gate: notAsked },
    incomplete: {
      instead: { "|| 'unit-tests' }}": "|| 'unit-tests,licence-check' }}" },
      jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, push 1'],
  },
  {
    workflow: 'merge-queue',
    event: (shop) => shop.pullRequest(),
    unanswered: { 'unit-tests': notRecorded, gate: notAsked },
    incomplete: {
      instead: { "|| 'unit-tests' }}": "|| 'unit-tests,licence-check' }}" },
      jobs: { 'unit-tests': 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, pull_request 1'],
  },
  {
    workflow: 'status',
    unanswered: { 'unit-tests': notRecorded, gate: notAsked },
    unansweredStatuses: ['pending', 'error'],
    incomplete: { instead: more, jobs: { 'unit-tests': 'passed, recorded', gate: missing }, statuses: ['pending', 'failure'] },
    records: ['unit-tests green, push 1'],
  },
];

export const faultCases: readonly Case[] = recipes.flatMap(
  ({ event = push, incomplete, records, unanswered, unansweredStatuses, workflow }) => {
    const step = (faulty: Faulty): readonly [Step] => [{ workflow, event, exitCode: 1, ...faulty }];
    const silent = { jobs: unanswered, ...(unansweredStatuses === undefined ? {} : { statuses: unansweredStatuses }) };
    return [
      { name: `${workflow}, and the service is down`, steps: step({ ...silent, service: 'down' }), records: [] },
      { name: `${workflow}, and the token is wrong`, steps: step({ ...silent, token: 'wrong' }), records: [] },
      { name: `${workflow}, and the trail is incomplete`, steps: step(incomplete), records },
    ];
  },
);
