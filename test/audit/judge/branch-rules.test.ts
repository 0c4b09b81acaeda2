import { describe, expect, it } from 'vitest';
import type { RulesetExport } from '../../../src/audit/facts/check.ts';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import { commit, pull } from '../reviews/pull.ts';
import { previousOf } from './judged.ts';
import type { BranchRule, BranchRules, Bypass, CommitChecks, Ruleset, RulesetVersion } from '../../../src/audit/facts/check.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { given } from '../../../src/text/index.ts';
import { at, carol, sha } from '../reviews/pull.ts';
import { auditFile, judged, landed } from './judged.ts';
import { actions, file, judgedBy, of, ofCi, run, suite } from './checked.ts';

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
    expect((await gate(rules({}, { type: 'sworn_by_moon', checks: [] }))).said).toEqual([
      'gate-not-required: No rule of main that is in force requires a check: a change can land whatever its checks say. It has rules of a type that this program does not know: sworn_by_moon.',
    ]);
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

  const bypassing = async (bypasses: BranchRules['bypasses'], landing: Partial<LandingFact['landing']> = {}, people?: 'pseudonym') => {
    const audit = await judged({
      lines: [auditFile(file), { ...rules(), ...given({ bypasses }) }, landed({ landing, checks: green })],
      header: { file: 'the file', service: null, evidence: 'github' },
      ...given({ people }),
    });
    return {
      said: audit.findings.filter(({ rule }) => rule === 'rule-bypassed').map(({ change, message }) => [change?.sha, message]),
      why: audit.rules.find(({ rule }) => rule === 'rule-bypassed')?.why,
      result: audit.rules.find(({ rule }) => rule === 'rule-bypassed')?.result,
    };
  };
  const since = at('00:00');
  const bypass: Bypass = { id: '9', at: at('12:00'), by: carol, after: sha('t'), rules: ['pull_request of main'] };

  it('are a finding of the change that got past them by a bypass, with who did it', async () => {
    const said = `Commit ${sha('t').slice(0, 7)} got past the rules of main by a bypass of carol on 2026-11-02 at 12:00 UTC: it did not keep pull_request of main.`;
    expect(await bypassing({ since, found: [bypass] })).toMatchObject({ said: [[sha('t'), said]], why: null });
    const unnamed = (await bypassing({ since: null, why: 'x', found: [{ ...bypass, by: null, rules: [] }] })).said[0]?.[1];
    expect(unnamed).toContain(
      'somebody whom GitHub does not name on 2026-11-02 at 12:00 UTC: which rule it did not keep GitHub does not say',
    );
    expect((await bypassing({ since, found: [bypass] }, {}, 'pseudonym')).said[0]?.[1]).not.toContain('carol');
    expect(await bypassing({ since, found: [{ ...bypass, after: sha('b') }] })).toMatchObject({ said: [], why: null, result: 'tested' });
  });

  it.each<readonly [string, BranchRules['bypasses'], Partial<LandingFact['landing']>, string]>([
    [
      'the token does not see them',
      { since: null, why: 'This needs administration: read', found: [] },
      {},
      'This needs administration: read',
    ],
    [
      'the change landed before GitHub tells of them',
      { since: at('12:01'), found: [] },
      {},
      `GitHub tells of bypasses on main for a month, here since ${at('12:01')}`,
    ],
    [
      'nobody tells when it landed',
      { since, found: [] },
      { at: null },
      `nobody tells when it landed, and GitHub tells of bypasses on main since ${since} alone`,
    ],
  ])('are not tested for bypasses where %s', async (_, bypasses, landing, why) => {
    expect(await bypassing(bypasses, landing)).toEqual({ said: [], why, result: 'not tested' });
  });

  it('are not tested for bypasses where an earlier program did not ask', async () => {
    expect(await bypassing(undefined)).toEqual({ said: [], why: null, result: 'not applicable' });
  });
});

describe('who may bypass, by an export that an administrator handed in', () => {
  const changedAt = '2026-10-01T00:00:00Z';
  const told = (bypass: Ruleset['bypass'], more: Partial<BranchRules> = {}): BranchRules => ({
    kind: 'branch-rules',
    branch: 'main',
    rules: [{ type: 'required_status_checks', ruleset: '5', checks: [{ name: 'unit', app: null }], workflows: [], strict: false }],
    rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt, bypass }],
    classic: [],
    ...more,
  });
  const exported = (bypass: readonly string[], more: Partial<Ruleset> = {}): RulesetExport => ({
    kind: 'ruleset-export',
    file: 'rulesets.json',
    sha256: 'a'.repeat(64),
    rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt, bypass, ...more }],
  });
  const judge = async (rules: BranchRules, word: RulesetExport) => {
    const audit = await judged({ lines: [auditFile(file), rules, word], header: { file: 'the file', service: null, evidence: 'github' } });
    const result = audit.rules.find(({ rule }) => rule === 'gate-can-be-bypassed');
    return [
      result?.result,
      result?.why,
      ...audit.findings.filter(({ rule }) => rule === 'gate-can-be-bypassed').map(({ message }) => message),
    ];
  };
  const unseen = 'this token does not see who may bypass the ruleset gate of main';
  const word = `, as whoever exported rulesets.json says (SHA-256 ${'a'.repeat(64)}).`;

  it.each<readonly [string, BranchRules, RulesetExport, readonly unknown[]]>([
    [
      'counts where the token does not see it',
      told(null),
      exported(['Team 7 always']),
      ['tested', null, `The ruleset gate of acme/shop, which requires checks for main, can be bypassed by Team 7 always${word}`],
    ],
    [
      'also of a ruleset that is hidden',
      told(null, { rulesets: [] }),
      exported(['Team 7 always']),
      ['tested', null, `The ruleset gate, which requires checks for main, can be bypassed by Team 7 always${word}`],
    ],
    ['says that it is nobody', told(null), exported([]), ['tested', null]],
    [
      'overrules nothing that GitHub showed',
      told(['Team 8 always']),
      exported([]),
      ['tested', null, 'The ruleset gate of acme/shop, which requires checks for main, can be bypassed by Team 8 always.'],
    ],
    ['excuses nothing that GitHub showed to be nobody', told([]), exported(['Team 7 always']), ['tested', null]],
    [
      'does not count where the ruleset was changed since',
      told(null),
      exported([], { changedAt: '2026-09-01T00:00:00Z' }),
      ['not tested', `${unseen}, and rulesets.json is not of its state since 2026-10-01 at 00:00 UTC`],
    ],
    [
      'does not count of another ruleset',
      told(null),
      exported([], { id: '6' }),
      ['not tested', `${unseen}, and rulesets.json does not say it`],
    ],
  ])('%s', async (_, rules, export_, answer) => {
    expect(await judge(rules, export_)).toEqual(answer);
  });
});

describe('a change of the rules of a branch', () => {
  const check = (name: string, app: number | null = null) => ({ name, app });
  const rule = (more: Partial<BranchRule> = {}): BranchRule => ({
    type: 'required_status_checks',
    ruleset: '5',
    checks: [check('unit')],
    workflows: [],
    strict: false,
    ...more,
  });
  const pulls = (approvals: number): BranchRule => rule({ type: 'pull_request', checks: [], approvals });
  const set = (more: Partial<Ruleset> = {}): Ruleset => ({
    id: '5',
    name: 'gate',
    source: 'acme/shop',
    changedAt: at('06:00'),
    bypass: [],
    ...more,
  });
  const branch = (rules: readonly BranchRule[], rulesets: readonly Ruleset[] = [set()], classic: readonly string[] = []): BranchRules => ({
    kind: 'branch-rules',
    branch: 'main',
    rules,
    rulesets,
    classic,
  });
  const before = async (rules: BranchRules | undefined): Promise<Previous> => ({
    ...previousOf(await judged({ lines: [], header: { service: null, evidence: 'github' } })),
    ...given({ rules: rules === undefined ? undefined : { at: at('05:00'), of: [rules] } }),
  });
  const judge = async (now: BranchRules, previous: Previous | null, header: object = { service: null, evidence: 'github' }) => {
    const audit = await judged({ lines: [now], header, previous });
    const result = audit.rules.find((one) => one.rule === 'rules-changed');
    return {
      found: audit.findings.filter((one) => one.rule === 'rules-changed').map(({ message }) => message),
      why: result?.why,
      result: result?.result,
      lack: result?.lack,
    };
  };

  it.each<readonly [string, BranchRules, BranchRules, readonly string[]]>([
    ['the same', branch([rule()]), branch([rule()]), []],
    ['more', branch([rule()]), branch([rule({ checks: [check('unit'), check('lint')] }), pulls(2)]), []],
    ['a check less', branch([rule({ checks: [check('unit'), check('lint')] })]), branch([rule()]), ['the check lint is not required']],
    [
      'a check that another ruleset requires now',
      branch([rule({ checks: [check('unit'), check('lint')] })]),
      branch([rule(), rule({ ruleset: '6', checks: [check('lint')] })]),
      [],
    ],
    [
      'a workflow less',
      branch([rule(), rule({ type: 'workflows', checks: [], workflows: ['ci.yml'] })]),
      branch([rule()]),
      ['the workflow ci.yml is not required'],
    ],
    ['no rule of a type', branch([rule(), pulls(1)]), branch([rule()]), ['the rule pull_request is gone']],
    ['fewer approvals', branch([rule(), pulls(2)]), branch([rule(), pulls(1)]), ['1 must approve in place of 2']],
    ['any app', branch([rule({ checks: [check('unit', 1)] })]), branch([rule()]), ['another app than before may tell the check unit']],
    ['no head that is up to date', branch([rule({ strict: true })]), branch([rule()]), ['branches need not be up to date']],
    [
      'a longer list of who may bypass',
      branch([rule()], [set({ bypass: ['Team 7 pull_request'] })]),
      branch([rule()], [set({ bypass: ['Team 7 always'] })]),
      ['Team 7 always may bypass it'],
    ],
    ['a list that was not visible', branch([rule()], [set({ bypass: null })]), branch([rule()], [set({ bypass: ['Team 7 always'] })]), []],
    ['no ruleset at all', branch([rule()]), branch([], []), ['it does not hold for the branch any more']],
  ])('since the audit before: %s', async (_, old, now, less) => {
    const { found, result } = await judge(now, await before(old));
    const said = `demands less of main than at the audit before on 2026-11-02 at 05:00 UTC: ${less.join()}. Before: `;
    expect([result, found.map((message) => message.includes(said))]).toEqual(['tested', less.map(() => true)]);
  });

  it('says what the rules were before and are now', async () => {
    const { found } = await judge(branch([rule()]), await before(branch([rule({ checks: [check('unit'), check('lint')] }), pulls(2)])));
    expect(found).toEqual([
      'The ruleset gate demands less of main than at the audit before on 2026-11-02 at 05:00 UTC: the check lint is not required and the rule pull_request is gone. Before: required_status_checks (unit and lint) and pull_request (2 must approve); bypass nobody. Now: required_status_checks (unit); bypass nobody.',
    ]);
  });

  it('is found of classic protection too, and is none where a ruleset requires the check now', async () => {
    const old = await before(branch([], [], ['unit', 'lint']));
    expect((await judge(branch([], [], ['unit']), old)).found).toEqual([
      'Protection of main does not require lint any more, as it did at the audit before on 2026-11-02 at 05:00 UTC. Before: unit and lint. Now: unit.',
    ]);
    expect((await judge(branch([rule({ checks: [check('unit'), check('lint')] })]), old)).found).toEqual([]);
  });

  it('is found by the history where it was taken back, once', async () => {
    const version = (time: string, more: Partial<RulesetVersion> = {}): RulesetVersion => ({
      at: at(time),
      inForce: true,
      rules: [rule()],
      bypass: [],
      ...more,
    });
    const changed = (middle: Partial<RulesetVersion>) =>
      branch([rule()], [set({ changedAt: at('14:00'), history: [version('14:00'), version('13:00', middle), version('11:00')] })]);
    const said = async (middle: Partial<RulesetVersion>, previous: Previous | null = null) =>
      (await judge(changed(middle), previous)).found;
    expect(await said({ rules: [] })).toEqual([
      'The ruleset gate of acme/shop demands less of main from 2026-11-02 at 13:00 UTC on: the check unit is not required. Before: required_status_checks (unit); bypass nobody. Then: no rule.',
    ]);
    expect(await said({ rules: [] }, await before(branch([rule()])))).toHaveLength(1);
    expect((await said({ inForce: false }))[0]).toContain('it was not in force');
    expect((await said({ inForce: null }))[0]).toContain('it had other conditions, and whether it held is not known');
    expect(await said({ rules: [rule(), pulls(1)] })).toHaveLength(1);
    expect(await said({})).toEqual([]);
    const later = branch([rule()], [set({ history: [version('14:00', { at: '2026-11-03T00:00:00Z', rules: [] }), version('11:00')] })]);
    expect((await judge(later, null)).found).toEqual([]);
  });

  it('is not tested where no audit before saw the rules', async () => {
    expect(await judge(branch([rule()]), null)).toMatchObject({
      found: [],
      result: 'not tested',
      lack: 'before',
      why: 'no audit before this one is known, which saw the rules of main',
    });
    expect(await judge(branch([rule()]), await before(undefined))).toMatchObject({
      result: 'not tested',
      lack: 'before',
      why: 'the report of the audit before does not say which rules of main it saw',
    });
  });

  it('is looked for with a service only where the rules were asked for', async () => {
    const old = await before(branch([rule(), pulls(1)]));
    expect((await judge(branch([rule()]), old, { rules: true })).found).toHaveLength(1);
    expect(await judge(branch([rule()]), old, {})).toEqual({ found: [], why: undefined, result: undefined, lack: undefined });
  });

  it('lets classic protection count for what landed since an audit that saw the same', async () => {
    const green = [of('a', [suite([run('success', '10:00')])])];
    const owed = async (previous: Previous | null) => {
      const fact = landed({
        pulls: [pull({ mergeCommit: sha('t') })],
        checks: green,
        landing: { kind: 'pull-request', commits: [commit('t', { tree: sha('a') })] },
      });
      const audit = await judged({ lines: [branch([], [], ['unit']), fact], header: { service: null, evidence: 'github' }, previous });
      return (await Array.fromAsync(audit.changes())).map(({ state }) => state);
    };
    expect(await owed(await before(branch([], [], ['unit'])))).toEqual(['covered']);
    expect(await owed(await before(branch([], [], ['lint'])))).toEqual(['unknown']);
    expect(await owed({ ...(await before(undefined)), rules: { at: at('12:01'), of: [branch([], [], ['unit'])] } })).toEqual(['unknown']);
    expect(await owed(null)).toEqual(['unknown']);
  });
});
