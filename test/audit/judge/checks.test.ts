import { describe, expect, it } from 'vitest';
import type { CheckSuite } from '../../../src/audit/facts/check.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { markdown } from '../../../src/audit/reports/markdown.ts';
import { proposedChecks } from '../../../src/audit/reports/words.ts';
import { unaskedLines } from '../../../src/presentation/index.ts';
import { alice, at, carol, commit, pull, sha } from '../reviews/pull.ts';
import { auditFile, judged, landed } from './judged.ts';
import { file, judgedBy, of, ofCi, run, status, suite, type Scene } from './checked.ts';

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
    const none = async (more: Partial<CheckSuite>) => {
      const { lacks, state } = await named('unit tests', more);
      expect(state).toBe('unknown');
      return lacks?.join();
    };
    expect(await none({ app: { id: 1, slug: 'other' }, workflow: null })).toBe(
      'GitHub shows the check unit only of the app other, and .github/workflows/ci.yml is demanded',
    );
    expect(await none({ workflow: { ...ofCi, path: `acme/gates/${ofCi.path}` } })).toContain('only of acme/gates/.github/workflows/ci.yml');
    expect(await none({ workflow: null })).toBe(
      'GitHub does not tell this token of which workflow file the check unit is: that needs actions: read',
    );
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
