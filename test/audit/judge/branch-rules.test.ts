import { describe, expect, it } from 'vitest';
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
