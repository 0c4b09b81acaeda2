import { describe, expect, it } from 'vitest';
import type {
  BranchRule,
  BranchRules,
  CheckRun,
  CheckSuite,
  CommitChecks,
  CommitStatus,
  Ruleset,
  RulesetVersion,
} from '../../../src/audit/facts/check.ts';
import type { Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { markdown } from '../../../src/audit/reports/markdown.ts';
import { proposedChecks } from '../../../src/audit/reports/words.ts';
import { unaskedLines } from '../../../src/presentation/index.ts';
import { alice, at, carol, commit, pull, robot, sha } from '../reviews/pull.ts';
import { auditFile, judged, landed } from './judged.ts';

/* Pull request 42 by Alice with the head `a`, squashed into `t` at noon, which owes the check `unit`. */

const actions = { id: 15_368, slug: 'github-actions' };
const file = 'version: 1\nchecks:\n  unit:\n';

function run(conclusion: string | null, ended: string, more: Partial<CheckRun> = {}): CheckRun {
  const startedAt = new Date(Date.parse(at(ended)) - 5 * 60_000).toISOString();
  return {
    id: `run-${ended}`,
    name: 'unit',
    conclusion,
    startedAt,
    endedAt: conclusion === null ? null : at(ended),
    url: null,
    ...more,
  };
}

let suites = 0;

const ofCi = {
  id: '7',
  path: '.github/workflows/ci.yml',
  event: 'push',
  at: at('09:30'),
  changedAt: at('23:00'),
  url: 'https://github.com/acme/shop/actions/runs/7',
};

/** A run of the workflow `ci.yml`, which began at half past nine. */
function suite(runs: readonly CheckRun[], more: Partial<CheckSuite> = {}): CheckSuite {
  suites += 1;
  return { id: String(suites), app: actions, at: at('09:30'), workflow: ofCi, runs, ...more };
}

const status = (state: string, time: string, more: Partial<CommitStatus> = {}): CommitStatus => ({
  context: 'unit',
  state,
  at: at(time),
  by: robot,
  url: null,
  ...more,
});

const of = (
  letter: string,
  those: readonly CheckSuite[],
  statuses: readonly CommitStatus[] = [],
  more: Partial<CommitChecks> = {},
): CommitChecks => ({
  sha: sha(letter),
  suites: those,
  statuses,
  ...more,
});

interface Scene extends Partial<Pick<LandingFact, 'pulls' | 'file'>> {
  readonly checks?: readonly CommitChecks[];
  readonly kind?: LandingFact['landing']['kind'];
  readonly text?: string;
  readonly sameTree?: boolean;
  readonly more?: readonly Line[];
  readonly asked?: Partial<Header>;
}

async function judgedBy({
  asked = {},
  checks = [],
  kind = 'pull-request',
  more = [],
  pulls = [pull({ mergeCommit: sha('t') })],
  sameTree = true,
  text = file,
  ...rest
}: Scene) {
  const tip = commit('t', sameTree ? { tree: sha('a') } : {});
  const fact = landed({ landing: { kind, commits: [tip] }, pulls, file: 'the file', checks, ...rest });
  const audit = await judged({
    lines: [auditFile(text), ...more, fact],
    header: { file: 'the file', service: null, evidence: 'github', ...asked },
  });
  const found = audit.findings
    .filter(({ change, controls }) => change !== null && controls.includes('NIST SSDF PW.8'))
    .map((one) => one.rule);
  const changes = await Array.fromAsync(audit.changes());
  const [change] = changes;
  return {
    complete: audit.complete,
    state: change?.state,
    found,
    tested: change?.tested.tested,
    match: change?.coverage[0]?.match,
    lacks: change?.coverage[0]?.lacks,
  };
}

describe('a change whose evidence is GitHub’s checks', () => {
  it.each<readonly [string, Scene, string, readonly string[]]>([
    ['is covered by a success of its head', { checks: [of('a', [suite([run('success', '10:00')])])] }, 'covered', []],
    ['also where its base had moved', { sameTree: false, checks: [of('a', [suite([run('success', '10:00')])])] }, 'covered', []],
    [
      'is covered by a success of what landed that came before',
      { kind: 'push', pulls: [], checks: [of('t', [suite([run('success', '11:00')])])] },
      'covered',
      [],
    ],
    ['is a no with a failure', { checks: [of('a', [suite([run('failure', '10:00')])])] }, 'non-compliant', ['trail-non-compliant']],
    [
      'is covered by a re-run that was green before the merge',
      { checks: [of('a', [suite([run('failure', '10:00'), run('success', '11:00')])])] },
      'covered',
      [],
    ],
    [
      'is a no where the re-run was green only after it',
      { checks: [of('a', [suite([run('failure', '10:00'), run('success', '12:30')])])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is a no where the re-run was red before the merge',
      { checks: [of('a', [suite([run('success', '10:00'), run('failure', '11:00')])])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is covered later where the check ended only after the merge',
      { checks: [of('a', [suite([run('success', '12:30')])])] },
      'covered-later',
      ['evidence-after-merge'],
    ],
    [
      'is not covered where it ended red only after the merge',
      { checks: [of('a', [suite([run('failure', '12:30')])])] },
      'uncovered',
      ['change-without-trail'],
    ],
    ['is not known where the check never ran', { checks: [of('a', [suite([run('success', '10:00', { name: 'lint' })])])] }, 'unknown', []],
    ['is not known where GitHub keeps nothing', { checks: [of('a', [])] }, 'unknown', []],
    ['is not known where GitHub does not know its commits', { checks: [] }, 'unknown', []],
    ['is not known where the check goes on', { checks: [of('a', [suite([run(null, '10:00')])])] }, 'unknown', []],
    [
      'is not known where not all checks could be read',
      { checks: [of('a', [suite([run('success', '10:00')])], [], { cut: 'a page did not come' })] },
      'unknown',
      ['trail-unknown'],
    ],
    [
      'is not known with a word that nobody knows',
      { checks: [of('a', [suite([run('waved-through', '10:00')])])] },
      'unknown',
      ['trail-unknown'],
    ],
    [
      'is not known where the check ended before its suite began',
      { checks: [of('a', [suite([run('success', '08:00')])])] },
      'unknown',
      ['trail-unknown'],
    ],
    [
      'is covered where the check was skipped, as on GitHub',
      { checks: [of('a', [suite([run('skipped', '10:00')])])] },
      'covered',
      ['check-skipped'],
    ],
    [
      'is a no where one of two suites is red',
      { checks: [of('a', [suite([run('success', '10:00')]), suite([run('failure', '10:10')])])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is a no where one of two jobs of that name is red',
      { checks: [of('a', [suite([run('failure', '10:00'), run('success', '10:01')])])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is covered where a cancelled run was replaced',
      { checks: [of('a', [suite([run('cancelled', '10:00')]), suite([run('success', '10:30')], { at: at('10:20') })])] },
      'covered',
      [],
    ],
    [
      'is a no where it was replaced only after the merge',
      { checks: [of('a', [suite([run('cancelled', '10:00')]), suite([run('success', '12:30')], { at: at('12:20') })])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is a no where a run of another workflow is cancelled',
      {
        checks: [of('a', [suite([run('cancelled', '10:00')], { workflow: null }), suite([run('success', '10:30')], { at: at('10:20') })])],
      },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'goes by the landed commit before its head',
      { checks: [of('a', [suite([run('success', '10:00')])]), of('t', [suite([run('failure', '11:00')])])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    ['is covered by a status', { checks: [of('a', [], [status('pending', '09:40'), status('success', '10:00')])] }, 'covered', []],
    [
      'is a no where the last status before the merge is red',
      { checks: [of('a', [], [status('success', '10:00'), status('error', '11:00'), status('success', '13:00')])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    [
      'is not known where its author alone set the status',
      { checks: [of('a', [], [status('success', '10:00', { by: alice })])] },
      'unknown',
      [],
    ],
    [
      'is not known where the account that set it is gone',
      { checks: [of('a', [], [status('success', '10:00', { by: null })])] },
      'unknown',
      ['trail-unknown'],
    ],
    [
      'is a no also where that account said no',
      { checks: [of('a', [], [status('failure', '10:00', { by: null })])] },
      'non-compliant',
      ['trail-non-compliant'],
    ],
    ['is covered where another person set it', { checks: [of('a', [], [status('success', '10:00', { by: carol })])] }, 'covered', []],
  ])('%s', async (_, scene, state, found) => {
    expect(await judgedBy(scene)).toMatchObject({ state, found });
  });

  it('goes by the names, the app and the workflow that the file gives', async () => {
    const text =
      'version: 1\nchecks:\n  unit:\n    names: [unit tests, test / unit]\n    app: github-actions\n    workflow: .github/workflows/ci.yml\n';
    const named = (name: string, more: Partial<CheckSuite> = {}) =>
      judgedBy({ text, checks: [of('a', [suite([run('success', '10:00', { name })], more)])] });
    expect((await named('unit tests')).state).toBe('covered');
    expect((await named('test / unit')).state).toBe('covered');
    expect((await named('unit')).state).toBe('unknown');
    expect((await named('unit tests', { app: { id: 1, slug: 'other' } })).state).toBe('unknown');
    expect((await named('unit tests', { workflow: null })).state).toBe('unknown');
    expect((await named('unit tests', { workflow: { ...ofCi, path: `acme/gates/${ofCi.path}` } })).state).toBe('unknown');
    expect((await judgedBy({ text, checks: [of('a', [], [status('success', '10:00', { context: 'unit tests' })])] })).state).toBe(
      'unknown',
    );
  });

  it('owes what the file of today names where that of then named nothing, and nobody is asked for more than paths say', async () => {
    const red = [of('a', [suite([run('failure', '10:00')])])];
    const then: Line = { kind: 'file', digest: 'then', text: 'version: 1\n' };
    expect(await judgedBy({ checks: red, more: [then], file: 'then' })).toMatchObject({ state: 'non-compliant' });
    expect(await judgedBy({ checks: red, text: 'version: 1\nchecks:\n  unit:\n    paths: [docs/**]\n' })).toMatchObject({
      state: 'outside-every-flow',
      found: [],
    });
    expect(await judgedBy({ checks: red, text: `${file}    until: 2026-11-01\n` })).toMatchObject({ state: 'outside-every-flow' });
  });

  it('owes what a file that was handed in names too, and is excused from nothing by it', async () => {
    const handed = (text: string, scene: Scene) =>
      judgedBy({ ...scene, more: [...(scene.more ?? []), { kind: 'file', digest: 'handed in', text }], asked: { checks: 'handed in' } });
    const green = [of('a', [suite([run('success', '10:00')])])];
    const [none, lint] = ['version: 1\n', 'checks:\n  lint:\n'];
    expect((await handed('checks:\n  unit:\n', { text: none, checks: green })).state).toBe('covered');
    expect((await handed(lint, { text: none, checks: green })).state).toBe('unknown');
    // The file of then named a check, and so no other is owed.
    expect((await handed(lint, { checks: green })).state).toBe('covered');
    const then: Line = { kind: 'file', digest: 'then', text: none };
    const ofOther = 'checks:\n  unit:\n    names: [lint]\n';
    expect((await handed(ofOther, { checks: green, more: [then], file: 'then' })).state).toBe('unknown');
    expect((await handed(ofOther, { checks: [of('a', [suite([run('failure', '10:00')])])], more: [then], file: 'then' })).state).toBe(
      'non-compliant',
    );
    expect((await handed('checks: 7\n', { text: none, checks: green })).complete).toBe(false);
  });

  it('is not known where nothing says which checks it owes', async () => {
    const { found, lacks, state } = await judgedBy({ text: 'version: 1\n', checks: [of('a', [suite([run('success', '10:00')])])] });
    expect([state, found]).toEqual(['unknown', []]);
    expect(lacks).toEqual(['nothing says which checks a change owes: name them under checks in .github/compliance-audit.yml']);
  });

  it('says whether its tests were there before it landed', async () => {
    const tested = async (scene: Scene) => (await judgedBy(scene)).tested;
    expect(await tested({ checks: [of('a', [suite([run('success', '10:00')])])] })).toBe('yes');
    expect(await tested({ sameTree: false, checks: [of('a', [suite([run('success', '10:00')])])] })).toBe('head');
    expect(await tested({ checks: [of('a', [suite([run('failure', '10:00')])])] })).toBe('failed');
    expect(await tested({ checks: [of('a', [suite([run('success', '12:30')])])] })).toBe('no');
    expect(await tested({ checks: [] })).toBe('not known');
  });
});

describe('an audit by GitHub’s checks', () => {
  const green = (letter: string) => of(letter, [suite([run('success', '10:00')])]);
  const merged = (number: number, letter: string, head: string, tree = head): LandingFact =>
    landed({
      landing: { id: String(number), kind: 'pull-request', commits: [commit(letter, { tree: sha(tree) })] },
      pulls: [pull({ number, head: sha(head), commits: [commit(head)], mergeCommit: sha(letter) })],
      file: 'the file',
      checks: [],
    });
  const judge = (facts: readonly LandingFact[], more: readonly Line[] = []) =>
    judged({ lines: [auditFile(file), ...more, ...facts], header: { file: 'the file', service: null, evidence: 'github' } });

  it('finds nothing about changes of a team that squashes, and says once that the branch is not strict', async () => {
    const audit = await judge([
      { ...merged(1, '1', 'a', 'x'), checks: [green('a')] },
      { ...merged(2, '2', 'b', 'x'), checks: [green('b')] },
      { ...merged(3, '3', 'c'), checks: [green('c')] },
    ]);
    const told = audit.findings.filter(({ controls }) => controls.includes('NIST SSDF PW.8'));
    expect(told.map(({ change, rule, severity, subject }) => [rule, severity, subject.kind, subject.id, change])).toEqual([
      ['gate-is-loose', 'low', 'branch', 'main', null],
    ]);
    expect(told[0]?.message).toBe(
      'The gate of main is loose: 2 of 3 covered changes landed with checks of the head of the pull request alone, whose base had moved since; and any app may say that unit passed.',
    );
    expect(audit.totals.states).toEqual({ covered: 3 });
  });

  it('names a check that was skipped once, with its changes, and a change only where nothing ran', async () => {
    const text: Line = { kind: 'file', digest: 'the file', text: `${file}  lint:\n` };
    const both = (letter: string, unit: string, lint: string) =>
      of(letter, [suite([run(unit, '10:00'), run(lint, '10:00', { id: `lint-${letter}`, name: 'lint' })])]);
    const audit = await judged({
      lines: [
        text,
        { ...merged(1, '1', 'a'), checks: [both('a', 'success', 'skipped')] },
        { ...merged(2, '2', 'b'), checks: [both('b', 'neutral', 'skipped')] },
        { ...merged(3, '3', 'c'), checks: [both('c', 'success', 'success')] },
      ],
      header: { file: 'the file', service: null, evidence: 'github' },
    });
    const told = audit.findings.filter(({ rule }) => rule === 'check-skipped');
    expect(told.map(({ message, severity }) => `${severity}: ${message}`).toSorted()).toEqual([
      'low: The check lint was skipped or neutral for 2 of 3 changes that it covers: #1 (1111111) and #2 (2222222).',
      'low: The check unit was skipped or neutral for 1 of 3 changes that it covers: #2 (2222222).',
      'medium: #2 (2222222) landed, and no check that it owes ran for it: each was skipped or neutral.',
    ]);
  });

  it('says in one sentence what only an evidence service knows', async () => {
    const sources = ['artifacts', 'snapshots', 'approvals', 'notifications', 'log'] as const;
    const untold = sources.map((source): Line => ({ kind: 'untold', source, why: 'no service', fix: 'name one', unasked: true }));
    const { rules } = await judge([{ ...merged(1, '1', 'a'), checks: [green('a')] }], untold);
    expect(unaskedLines(rules).filter((line) => line.includes('service'))).toHaveLength(1);
    expect(rules.filter(({ lack }) => lack === 'answer').map(({ rule, why }) => `${rule}: ${why}`)).toEqual([]);
  });

  it('lists for each check who told it, and what was repeated, replaced, or owed only by the demand of today', async () => {
    const then: Line = { kind: 'file', digest: 'then', text: 'version: 1\n' };
    const echo = { workflow: { ...ofCi, path: '.github/workflows/echo.yml' } };
    const audit = await judge(
      [
        { ...merged(1, '1', 'a'), checks: [of('a', [suite([run('failure', '09:50'), run('success', '10:00')])])] },
        { ...merged(2, '2', 'b'), checks: [of('b', [suite([run('success', '10:00')], echo)])], file: 'then' },
        { ...merged(3, '3', 'c'), checks: [of('c', [], [status('success', '10:00')])] },
        { ...merged(4, '4', 'd'), checks: [of('d', [suite([run('success', '10:00')], { app: { id: 9, slug: 'scan' }, workflow: null })])] },
        {
          ...merged(5, '5', 'e'),
          checks: [of('e', [suite([run('cancelled', '10:00')]), suite([run('success', '10:30')], { at: at('10:20') })])],
        },
      ],
      [then],
    );
    const { checks } = JSON.parse((await Array.fromAsync(json(audit))).join(''));
    expect(checks).toEqual({
      changes: 5,
      undemanded: 0,
      byToday: 1,
      covering: [
        {
          check: 'unit',
          changes: 5,
          repeated: 1,
          replaced: 1,
          skipped: 0,
          toldBy: [
            { name: '.github/workflows/ci.yml', kind: 'run', changes: 2 },
            { name: '.github/workflows/echo.yml', kind: 'run', changes: 1 },
            { name: 'robot[bot]', kind: 'status', changes: 1 },
            { name: 'scan', kind: 'app', changes: 1 },
          ],
        },
      ],
    });
    const [page, text] = [(await Array.fromAsync(htmlReport(audit))).join(''), (await Array.fromAsync(markdown(audit))).join('')];
    for (const each of [page, text]) expect(each).toMatch(/1 of 5 changes was judged by today’s demand/);
    expect(text).toMatch(/echo.+ an account, by a status .+ scan, an app: its claim/);
  });

  it('proposes the checks that ran, where nothing says which a change owes', async () => {
    const none: Line = { kind: 'file', digest: 'the file', text: 'version: 1\n' };
    const two = of(
      'b',
      [suite([run('success', '10:00'), run('success', '10:00', { id: '9', name: 'lint "all"' })])],
      [status('success', '10:00', { context: 'ci/seal' })],
    );
    const { world } = await judged({
      lines: [none, { ...merged(1, '1', 'a'), checks: [green('a')] }, { ...merged(2, '2', 'b'), checks: [two] }],
      header: { file: 'the file', service: null, evidence: 'github' },
    });
    expect(proposedChecks(world)?.sentence).toMatch(/^Nothing says which checks a change owes,/);
    expect(proposedChecks(world)?.ran.map(({ about, line }) => `${line} # ${about}`)).toEqual([
      '  "unit": # 2 of 2 changes, .github/workflows/ci.yml',
      '  "ci/seal": # 1 of 2 changes, a status',
      '  "lint \\"all\\"": # 1 of 2 changes, .github/workflows/ci.yml',
    ]);
    const pasted = `version: 1\nchecks:\n${proposedChecks(world)
      ?.ran.map(({ line }) => line)
      .join('\n')}\n`;
    expect(readAuditFile(pasted)).toMatchObject({ file: { checks: [{ name: 'unit' }, { name: 'ci/seal' }, { name: 'lint "all"' }] } });
    expect(proposedChecks((await judge([{ ...merged(1, '1', 'a'), checks: [green('a')] }])).world)).toBeUndefined();
  });
});

describe('the rules of a branch', () => {
  const rules = (more: Partial<BranchRules> = {}, rule: Partial<BranchRule> = {}, ruleset: Partial<Ruleset> = {}): BranchRules => ({
    kind: 'branch-rules',
    branch: 'main',
    rules: [{ type: 'required_status_checks', ruleset: '5', checks: [{ name: 'unit', app: null }], workflows: [], strict: false, ...rule }],
    rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt: '2026-10-01T00:00:00Z', bypass: [], ...ruleset }],
    classic: [],
    ...more,
  });
  const then = (time: string, more: Partial<RulesetVersion> = {}, names: readonly string[] = ['unit']): RulesetVersion => ({
    at: at(time),
    inForce: true,
    rules: names.map((name) => ({
      type: 'required_status_checks',
      ruleset: '5',
      checks: [{ name, app: null }],
      workflows: [],
      strict: false,
    })),
    bypass: [],
    ...more,
  });
  const green = [of('a', [suite([run('success', '10:00')])])];
  const red = [of('a', [suite([run('failure', '10:00')])])];
  const byRules = (told: BranchRules, checks: readonly CommitChecks[] = green, text = 'version: 1\n') =>
    judgedBy({ checks, text, more: [told] });

  it.each<readonly [string, BranchRules, readonly CommitChecks[], string]>([
    ['that it was covered by a check that they require', rules(), green, 'covered'],
    ['a no', rules(), red, 'non-compliant'],
    ['nothing where the check is of another app', rules({}, { checks: [{ name: 'unit', app: 1 }] }), green, 'unknown'],
    ['a yes where it is of that app', rules({}, { checks: [{ name: 'unit', app: actions.id }] }), green, 'covered'],
    [
      'a yes where a required workflow is green',
      rules({}, { type: 'workflows', checks: [], workflows: ['.github/workflows/ci.yml'] }),
      green,
      'covered',
    ],
    [
      'a yes where a required workflow of another repository is green',
      rules({}, { type: 'workflows', checks: [], workflows: ['.github/workflows/gate.yml'] }),
      [of('a', [suite([run('success', '10:00')], { workflow: { ...ofCi, path: 'acme/gates/.github/workflows/gate.yml' } })])],
      'covered',
    ],
    [
      'a no where one of its jobs is red',
      rules({}, { type: 'workflows', checks: [], workflows: ['.github/workflows/ci.yml'] }),
      [of('a', [suite([run('failure', '10:00', { name: 'lint' }), run('success', '10:30')])])],
      'non-compliant',
    ],
    ['nothing where they were changed since', rules({}, {}, { changedAt: at('12:01') }), green, 'unknown'],
    [
      'a no where they demanded it when it landed, were changed, and were changed back',
      rules({}, {}, { changedAt: at('14:00'), history: [then('14:00'), then('13:00', {}, []), then('11:00')] }),
      red,
      'non-compliant',
    ],
    [
      'what they demanded then, and not what they demand now',
      rules(
        {},
        { checks: [{ name: 'lint', app: null }] },
        { changedAt: at('14:00'), history: [then('14:00', {}, ['lint']), then('11:00')] },
      ),
      green,
      'covered',
    ],
    [
      'nothing where they demanded nothing then',
      rules({}, {}, { changedAt: at('14:00'), history: [then('14:00'), then('11:00', {}, [])] }),
      green,
      'unknown',
    ],
    [
      'nothing where they were not in force then',
      rules({}, {}, { changedAt: at('14:00'), history: [then('14:00'), then('11:00', { inForce: false })] }),
      green,
      'unknown',
    ],
    [
      'nothing where nobody tells whether they held for the branch then',
      rules({}, {}, { changedAt: at('14:00'), history: [then('14:00'), then('11:00', { inForce: null })] }),
      green,
      'unknown',
    ],
    [
      'nothing where the history begins after it',
      rules({}, {}, { changedAt: at('14:00'), history: [then('14:00'), then('12:01')] }),
      green,
      'unknown',
    ],
    [
      'a no where another ruleset demanded it then, and demands nothing now',
      rules({}, { type: 'deletion', checks: [] }, { changedAt: at('14:00'), history: [then('14:00', {}, []), then('11:00')] }),
      red,
      'non-compliant',
    ],
    ['nothing where nobody tells when they were changed', rules({}, {}, { changedAt: null }), green, 'unknown'],
    ['nothing where the ruleset is hidden', rules({ rulesets: [] }), green, 'unknown'],
    ['nothing with classic protection, which has no date', rules({ rules: [], rulesets: [], classic: ['unit'] }), green, 'unknown'],
    ['nothing where they require nothing', rules({ rules: [] }), green, 'unknown'],
  ])('say of a change whose file names no check: %s', async (_, told, checks, state) => {
    expect(await byRules(told, checks)).toMatchObject({ state });
  });

  it('are one reason, and no finding about a change, where they were changed since', async () => {
    const { lacks, found } = await byRules(rules({}, {}, { changedAt: at('12:01') }), red);
    expect(lacks).toEqual(['the rules of main were changed since it landed, and what they demanded then is not known']);
    expect(found).toEqual([]);
  });

  it('add to what the file names, and change nothing of it', async () => {
    const lint = rules(
      {},
      {
        checks: [
          { name: 'lint', app: null },
          { name: 'unit', app: 1 },
        ],
      },
    );
    const then: Line = { kind: 'file', digest: 'then', text: 'version: 1\n' };
    expect((await judgedBy({ checks: green, more: [lint, then], file: 'then' })).state).toBe('unknown');
    expect((await judgedBy({ checks: green, more: [lint] })).state).toBe('covered');
  });

  const gate = async (told: BranchRules, text = file) => {
    const audit = await judged({
      lines: [auditFile(text), told],
      header: { file: 'the file', service: null, evidence: 'github' },
    });
    const result = (name: string) => audit.rules.find(({ rule }) => rule === name);
    const said = audit.findings.filter(({ rule }) => rule.startsWith('gate-')).map(({ message, rule }) => `${rule}: ${message}`);
    return { said, bypass: result('gate-can-be-bypassed')?.why };
  };

  it('are a finding where they do not require what the file names, or nothing at all', async () => {
    expect((await gate(rules())).said).toEqual([]);
    expect((await gate(rules(), `${file}  lint:\n  old:\n    until: 2026-01-01\n`)).said).toEqual([
      'gate-not-required: No rule of main requires lint: a change can land without.',
    ]);
    expect((await gate(rules({ rules: [], rulesets: [] }))).said).toEqual([
      'gate-not-required: No rule of main that is in force requires a check: a change can land whatever its checks say.',
    ]);
    expect((await gate(rules({ rules: [], rulesets: [], classic: ['unit'] }))).said).toEqual([]);
  });

  it('are a finding where somebody may bypass them, and not tested where that is not visible', async () => {
    expect((await gate(rules({}, {}, { bypass: ['Team 7 always'] }))).said).toEqual([
      'gate-can-be-bypassed: The ruleset gate of acme/shop, which requires checks for main, can be bypassed by Team 7 always.',
    ]);
    expect(await gate(rules({}, {}, { bypass: null }))).toEqual({
      said: [],
      bypass: 'this token does not see who may bypass the ruleset gate of main',
    });
    expect((await gate(rules({ rulesets: [] }))).bypass).toBe('this token does not see who may bypass the ruleset 5 of main');
  });
});
