import { fault } from '../../support/fault-server.ts';
import type { ActionRun } from '../../support/runner/index.ts';
import { asksForRecords, rewritten, type Play } from '../play.ts';
import { red } from '../workspace.ts';
import { postResults, pullRequest } from './others.ts';
import { afterGreen, told, usual, type Scenario, type Scenarios } from './scenario.ts';

const commands = { attest: { command: 'attest' }, gate: { command: 'gate', 'evaluation-timeout': '1s' } } as const;

/** Records evidence as one job of a run. */
function attest(
  play: Play,
  files: 'green' | 'red',
  github: Readonly<Record<string, string>> = {},
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  return play.run({
    ...(files === 'red' ? { files: { 'build/unit.xml': red } } : {}),
    contexts: { github: { job: 'test', run_attempt: '1', ...github } },
    inputs: { ...commands.attest, ...inputs },
  });
}

function gate(play: Play, inputs: Readonly<Record<string, string>> = {}): Promise<ActionRun> {
  return play.run({ files: {}, inputs: { ...commands.gate, ...inputs } });
}

/** A gate on a green trail, while the service answers one kind of question otherwise. */
function whileAsked(change: (play: Play) => (url: string, answer: unknown) => unknown, says: string): Scenario {
  return async (play, expect) => {
    await afterGreen(play, expect);
    const answered = change(play);
    const server = await play.faulty((request) =>
      request.method === 'GET' ? rewritten(play.stage, request, (answer) => answered(request.url, answer)) : fault.pass(),
    );
    const run = await gate(play, { 'base-url': server.url });
    expect(told(run)).toContain(says);
    return run;
  };
}

const isSearch = (url: string): boolean => url.includes('commit_list=');
const isLookup = (url: string): boolean => url.includes('attestation_id=');
const isTrail = (url: string): boolean => /\/trails\/acme\/[^/?]+\/[^/?]+$/.test(url);

function listOf(value: unknown): readonly object[] {
  return Array.isArray(value) ? value.map(Object) : [];
}

/** Every record in a search, with something changed in it. */
function inSearch(change: (record: object) => object): (play: Play) => (url: string, answer: unknown) => unknown {
  return () => (url, answer) =>
    isSearch(url)
      ? Object.fromEntries(Object.entries(Object(answer)).map(([sha, list]) => [sha, listOf(list).map(change)]))
      : isLookup(url)
        ? { ...Object(answer), data: listOf(Reflect.get(Object(answer), 'data')).map(change) }
        : answer;
}

const skippedAlone = [{ name: 'suite', failures: 0, errors: 0, skipped: 3, total: 3, duration: 0 }];

async function twoPullRequests(play: Play): Promise<void> {
  await play.stage.putFlow(play.flow, ['unit']);
  const files = { 'build/unit.xml': red };
  await play.run({ files, event: pullRequest(play, 1), contexts: { github: { run_id: '1' } }, inputs: commands.attest });
  await play.run({ event: pullRequest(play, 2), contexts: { github: { run_id: '2' } }, inputs: commands.attest });
}

/** Run 200 after run 100, and then an attempt of run 100 that ends otherwise. */
async function twoRuns(play: Play, newer: 'green' | 'red'): Promise<void> {
  await play.stage.putFlow(play.flow, ['unit']);
  const other = newer === 'red' ? 'green' : 'red';
  await attest(play, other, { run_id: '100' });
  await attest(play, newer, { run_id: '200' });
  await attest(play, other, { run_id: '100', run_attempt: '2' });
}

/** Scenarios about the records behind a row that the trail calls compliant. */
export const behindScenarios: Scenarios = {
  '`command: gate`, and the record of a green name cannot be read by its id, on a longer trail': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const { parent } = play.workspaces;
    await play.run({
      at: parent,
      event: { name: 'push', payload: { ref: 'refs/heads/main', after: parent } },
      contexts: { github: { sha: parent } },
      inputs: { ...commands.attest, trail: 'release-1' },
    });
    const server = await play.faulty((request) =>
      asksForRecords(request) && isLookup(request.url) ? fault.wrongContentType() : fault.pass(),
    );
    const run = await gate(play, { trail: 'release-1', 'base-url': server.url });
    expect(told(run)).toContain('could not be read');
    return run;
  },

  '`command: gate`, and the service shows the record of a green name nowhere': whileAsked(
    () => (url, answer) => (isSearch(url) ? {} : isLookup(url) ? { data: [] } : answer),
    'neither in the search',
  ),

  'The trail names another flow': whileAsked(
    () => (url, answer) => (isTrail(url) ? { ...Object(answer), flow: { name: 'till' } } : answer),
    'about something else',
  ),

  'The flow was renamed, and the gate asks by its old name': async (play, expect) => {
    await afterGreen(play, expect);
    await play.stage.renameFlow(play.flow, `${play.flow}-new`);
    const run = await gate(play);
    expect(run.log).toContain(`Flow ${play.flow} is called ${play.flow}-new now`);
    return run;
  },

  'A record at the commit says that it is of another commit': whileAsked(
    inSearch((record) => ({ ...record, git_commit_info: { sha1: 'e'.repeat(40) } })),
    'about something else',
  ),

  'The records at the commit are answered under another commit': whileAsked(
    () => (url, answer) => (isSearch(url) ? { ['e'.repeat(40)]: Object.values(Object(answer))[0] } : answer),
    'expected the commit',
  ),

  'A record calls itself compliant, although some of its tests failed': whileAsked(
    inSearch((record) => ({ ...record, junit_results: [{ failures: 2, errors: 0, skipped: 0, total: 3 }] })),
    'holds 2 failed tests',
  ),

  '`command: gate`, and a record holds no tests': async (play, expect) => {
    await postResults(play, []);
    const run = await gate(play);
    expect(told(run)).toContain('no test ran');
    return run;
  },

  '`command: gate`, and a record holds skipped tests alone': async (play, expect) => {
    await postResults(play, skippedAlone);
    const run = await gate(play);
    expect(told(run)).toContain('no test ran');
    return run;
  },

  'The same, with `min-tests: 0`, or where the template has `min_tests: 0` for the name': async (play) => {
    await postResults(play, skippedAlone);
    return gate(play, { 'min-tests': '0' });
  },

  '`command: gate`, and a record says yes with more skipped tests than it holds': whileAsked(
    inSearch((record) => ({ ...record, junit_results: [{ failures: 0, errors: 0, skipped: 4, total: 3 }] })),
    'skipped',
  ),

  '`command: gate` with `min-tests: 2`, and no test results are required': async (play, expect) => {
    await play.stage.putFlow(play.flow, []);
    await attest(play, 'green');
    const run = await gate(play, { 'min-tests': '2', 'allow-empty-template': 'true' });
    expect(told(run)).toContain('required-attestations: <its name>:junit');
    return run;
  },

  '`command: gate`, and the evidence has another type than `required-attestations` asks for': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await gate(play, { 'required-attestations': 'unit:snyk' });
    expect(told(run)).toContain('names it with the type snyk, and the trail has a record of junit');
    return run;
  },

  '`command: gate`, and the service does not tell how many tests ran': whileAsked(
    inSearch((record) => Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'junit_results'))),
    'does not say how many tests ran',
  ),

  'A failing test on a dry run, on a trail that requires nothing': async (play, expect) => {
    await play.stage.putFlow(play.flow, []);
    const run = await play.run({
      files: { 'build/unit.xml': red },
      inputs: { 'dry-run': 'true', 'allow-empty-template': 'true' },
    });
    expect(told(run)).toContain('would be sent with 1 failed test');
    return run;
  },

  'A reusable workflow called twice: both calls red, then one green and one crashed': async (play, expect) => {
    await usual(play, { files: { 'build/unit.xml': red }, inputs: commands.attest });
    await attest(play, 'red');
    await attest(play, 'green', { run_attempt: '2' });
    const run = await gate(play);
    expect(told(run)).toContain('Re-run all jobs');
    return run;
  },

  'The same with a `leg` for each call, of which the red one is run again and turns green': async (play) => {
    await play.stage.putFlow(play.flow, ['unit']);
    await attest(play, 'green', {}, { leg: 'a' });
    await attest(play, 'red', {}, { leg: 'b' });
    await attest(play, 'green', { run_attempt: '2' }, { leg: 'b' });
    return gate(play);
  },

  'A newer run is red, then an older run is run again and turns green': async (play, expect) => {
    await twoRuns(play, 'red');
    const run = await gate(play);
    expect(told(run)).toContain('run 200 again');
    return run;
  },

  'A newer run is green, then an older run is run again and turns red': async (play, expect) => {
    await twoRuns(play, 'green');
    const run = await gate(play);
    expect(told(run)).toContain('run 200 is newer');
    return run;
  },

  'Two pull requests have one head: the gate of the red one': async (play, expect) => {
    await twoPullRequests(play);
    const run = await play.run({ files: {}, event: pullRequest(play, 1), inputs: commands.gate });
    expect(told(run)).toContain('#1');
    return run;
  },

  'Two pull requests have one head: the gate of the green one': async (play) => {
    await twoPullRequests(play);
    return play.run({ files: {}, event: pullRequest(play, 2), inputs: commands.gate });
  },
};
