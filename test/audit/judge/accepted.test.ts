import { describe, expect, it } from 'vitest';
import type { Account, Signature } from '../../../src/audit/facts/account.ts';
import type { Commit, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AcceptedFact, Line } from '../../../src/audit/facts/line.ts';
import { pull, sha } from '../coverage/world.ts';
import { alice, bob, carol, commit, pull as pullRequest, review, robot, signed } from '../reviews/pull.ts';
import { auditFile, enteredByCarol, judged, landed, previousOf, type Judged } from './judged.ts';

const key = `change-without-trail:commit:${sha('t')}`;

const byCarol = enteredByCarol(key);

function accepted(
  owner: string,
  { since = '2026-11-01', until = '2026-11-30', ...more }: Partial<Judged> & { since?: string; until?: string },
) {
  const text = `people:\n  - account: 1\n    emails: [mona@old.example]\naccepted:\n  - key: ${key}\n    reason: known\n    owner: "${owner}"\n    since: ${since}\n    until: ${until}\n`;
  const lines = more.lines ?? [landed()];
  const told = lines.some(({ kind }) => kind === 'accepted') ? [] : [byCarol];
  return judged({ ...more, lines: [auditFile(text), ...told, ...lines], header: { file: 'the file', ...more.header } });
}

/** The acceptance of the finding, and the outcome of the rule about acceptances. */
async function standing(owner: string, more: Parameters<typeof accepted>[1] = {}): Promise<readonly unknown[]> {
  const { findings, rules } = await accepted(owner, more);
  const rule = rules.find((each) => each.rule === 'acceptance-not-valid');
  return [findings.find((each) => each.key === key)?.accepted?.owner, rule?.result, rule?.found];
}

describe('an acceptance', () => {
  it('counts where somebody else answers for it', async () => {
    expect(await standing('bob')).toEqual(['bob', 'tested', 0]);
  });

  it.each(['alice', '@Alice', 'alice@example.com', 'Mona <mona@old.example>'])(
    'does not count by an author of the change, written as %s',
    async (owner) => {
      for (const people of ['login', 'pseudonym'] as const)
        expect(await standing(owner, { lines: [landed({ pulls: [pull({ head: sha('h') })] })], people })).toEqual([undefined, 'tested', 1]);
    },
  );

  it('does not count before it begins, however far away that is', async () => {
    expect(await standing('bob', { since: '2026-11-04' })).toEqual([undefined, 'not applicable', 0]);
    expect(await standing('bob', { since: '2030-11-04', until: '2030-11-05' })).toEqual([undefined, 'not applicable', 0]);
    expect(await standing('bob', { since: '2026-11-03' })).toEqual(['bob', 'tested', 0]);
  });

  describe('of a change that landed before the period', () => {
    const period = { since: '2026-11-03T00:00:00Z', until: '2026-11-10T00:00:00Z', sinceSha: null, by: 'landing' } as const;
    const lines = [landed({ landing: { id: '2', at: '2026-11-05T12:00:00Z', before: sha('t'), commits: [] } })];
    const later = { lines, header: { period, at: period.until } };

    it.each(['login', 'pseudonym'] as const)('does not count by an author, also two audits later, with people by %s', async (people) => {
      const first = previousOf(await judged({ lines: [landed()], people }));
      const second = previousOf(await judged({ ...later, previous: first, people }));
      for (const previous of [first, second]) {
        expect(await standing('alice', { ...later, previous, people })).toEqual([undefined, 'tested', 1]);
        expect(await standing('bob', { ...later, previous, people })).toEqual(['bob', 'tested', 0]);
      }
      expect(JSON.stringify(second.findings)).not.toMatch(/alice/i);
    });

    it('does not count where nobody knows who wrote it', async () => {
      const told = previousOf(await judged({ lines: [landed()] }));
      const findings = told.findings.map((one) => ({ ...one, change: { sha: sha('t'), pull: null } }));
      expect(await standing('bob', { ...later, previous: { ...told, findings } })).toEqual([undefined, 'not tested', 0]);
    });
  });

  describe('that names another one than who wrote it', () => {
    const people = [signed(bob), signed(alice)] as const;
    const entry = (letter: string, who: Signature): Commit => commit(letter, { author: who, committer: who });
    const brought = (more: Partial<AcceptedFact> = {}): AcceptedFact => {
      const by = entry('e', signed(alice));
      return { kind: 'accepted', key, commit: by.sha, by, pull: null, ...more };
    };
    const opened = (more: Partial<PullRequest> = {}): PullRequest =>
      pullRequest({ head: sha('e'), commits: [entry('e', signed(alice))], ...more });
    const by = (fact: AcceptedFact, more: Partial<Judged> = {}) => standing('bob', { lines: [landed(), fact], ...more });

    it.each(['login', 'pseudonym'] as const)('does not count by an author whom nobody else approved, with people by %s', async (names) => {
      const more = { people: names } as const;
      expect(await by(brought(), more)).toEqual([undefined, 'tested', 1]);
      expect(await by(brought({ pull: opened() }), more)).toEqual([undefined, 'tested', 1]);
      const ofCarol = landed({ landing: { commits: [entry('t', signed(carol))] } });
      expect(await standing('bob', { lines: [ofCarol, brought({ by: entry('e', signed(carol)) })], ...more })).toEqual([
        undefined,
        'tested',
        1,
      ]);
    });

    it('counts where somebody else wrote it, or approved it as it was merged', async () => {
      expect(await by(brought({ by: entry('e', signed(carol)) }))).toEqual(['bob', 'tested', 0]);
      expect(await by(brought({ pull: opened({ reviews: [review(carol, 'APPROVED', 'e', '11:00')] }) }))).toEqual(['bob', 'tested', 0]);
      const early = opened({ reviews: [review(carol, 'APPROVED', 'c', '11:00')] });
      expect(await by(brought({ pull: early }))).toEqual([undefined, 'tested', 1]);
      // Nobody can tell whether the merge after the approval holds something of its own.
      const update = commit('m', { parents: [sha('e'), sha('0')], mergeAlone: null });
      const unclear = opened({
        head: sha('m'),
        commits: [entry('e', signed(alice)), update],
        reviews: [review(carol, 'APPROVED', 'e', '11:00')],
      });
      expect(await by(brought({ pull: unclear }))).toEqual([undefined, 'tested', 1]);
      const machine = opened({ reviews: [review(robot, 'APPROVED', 'e', '11:00')] });
      expect(await by(brought({ pull: machine }))).toEqual([undefined, 'tested', 1]);
    });

    it('does not count where another author of the change approved it', async () => {
      const both = landed({ landing: { commits: [commit('t', { coAuthors: people })] } });
      const approved = opened({ reviews: [review(bob, 'APPROVED', 'e', '11:00')] });
      expect(await standing('carol', { lines: [both, brought({ pull: approved })] })).toEqual([undefined, 'tested', 1]);
    });

    it('is by all who wrote the pull request where that was squashed', async () => {
      const squash = entry('e', signed(carol));
      const own = opened({ openedBy: carol, head: sha('a'), commits: [entry('a', signed(alice))] });
      expect(await by(brought({ by: squash, pull: own }))).toEqual([undefined, 'tested', 1]);
      expect(await by(brought({ by: squash, pull: { ...own, commits: [], commitsCut: true } }))).toEqual([undefined, 'not tested', 0]);
    });

    it('does not count where git cannot tell who wrote it', async () => {
      expect(await by(brought({ by: null, commit: null }))).toEqual([undefined, 'not tested', 0]);
    });

    it('says by git alone that nobody checked, and does not count by an author', async () => {
      const unasked: Line = { kind: 'untold', source: 'pull-requests', why: 'GitHub was not asked', fix: 'Give a token' };
      const github = { name: 'GitHub', email: 'noreply@github.com', account: null };
      const changed = landed({ landing: { kind: 'unknown', commits: [commit('t', { committer: github })] } });
      const of = (who: Signature) => [changed, brought({ by: commit('e', { author: who, committer: github }) }), unasked];
      expect(await standing('bob', { lines: of(signed(alice)) })).toEqual([undefined, 'not tested', 0]);
      expect(await standing('bob', { lines: of(signed(carol)) })).toEqual(['bob', 'not tested', 0]);
      const { rules } = await accepted('bob', { lines: of(signed(carol)) });
      expect(rules.find(({ rule }) => rule === 'acceptance-not-valid')?.why).toContain('nobody checked who wrote and who approved it');
    });

    it('does not count where the facts do not say who wrote it', async () => {
      expect(await by({ kind: 'accepted', key, commit: sha('e'), pull: null })).toEqual([undefined, 'not tested', 0]);
      expect(await by({ ...byCarol, key: 'another' })).toEqual([undefined, 'not tested', 0]);
    });

    it.each(['login', 'pseudonym'] as const)(
      'does not count where an author pushed it under another name, with people by %s',
      async (names) => {
        const other = entry('e', signed(carol));
        const pushed = (actor: Account, kind: 'push' | 'pull-request' = 'push') =>
          by(brought({ by: other }), {
            lines: [
              landed(),
              landed({ landing: { id: '2', before: sha('t'), after: other.sha, kind, actor, commits: [other] } }),
              brought({ by: other }),
            ],
            people: names,
          });
        expect((await pushed(alice))[0]).toBeUndefined();
        expect((await pushed(carol))[0]).toBe('bob');
        // To merge the words of another one is to accept nothing.
        expect((await pushed(alice, 'pull-request'))[0]).toBe('bob');
      },
    );

    it('does not count by a machine, unless a person approved it', async () => {
      const made = entry('e', signed(robot));
      const pulled = (more: Partial<PullRequest>) => by(brought({ by: made, pull: opened({ openedBy: robot, commits: [made], ...more }) }));
      expect(await pulled({})).toEqual([undefined, 'tested', 1]);
      expect(await pulled({ reviews: [review(carol, 'APPROVED', 'e', '11:00')] })).toEqual(['bob', 'tested', 0]);
      expect(await pulled({ openedBy: carol })).toEqual(['bob', 'tested', 0]);
    });
  });

  it('is alone not valid where it is for more than 90 days', async () => {
    expect(await standing('bob', { until: '2027-02-01' })).toEqual([undefined, 'tested', 1]);
  });

  describe('of what has no finding', () => {
    const ruleOf = async (wanted: string, more: readonly Line[] = []) => {
      const text = `accepted:\n  - { key: '${wanted}', reason: known, owner: bob, since: 2026-11-01, until: 2026-11-30 }\n`;
      const audit = await judged({ lines: [auditFile(text), landed(), ...more], header: { file: 'the file' } });
      const isOf = ({ rule }: { readonly rule: string }): boolean => rule === 'acceptance-not-valid';
      return { rule: audit.rules.find(isOf), message: audit.findings.find(isOf)?.message };
    };
    const of = async (...asked: Parameters<typeof ruleOf>): Promise<string | undefined> => {
      const { message, rule } = await ruleOf(...asked);
      return rule?.why ?? message;
    };
    const known = (wanted: string, inClone: boolean): Line => ({ kind: 'accepted', key: wanted, commit: null, pull: null, inClone });

    it.each([
      [`evidence-empty:commit:${sha('t')}`, [], 'accepts nothing that this audit found'],
      [`evidence-empty:commit:${sha('0')}`, [known(`evidence-empty:commit:${sha('0')}`, true)], 'not judged here, because commit 0000'],
      [
        `evidence-empty:commit:${sha('0')}`,
        [known(`evidence-empty:commit:${sha('0')}`, false)],
        'no such subject: the clone has no commit 0000',
      ],
      ['merged-without-review:pull-request:7', [], 'not judged here, because #7 did not land in this period'],
      ['approval-missing:artifact:abc', [], 'not judged here, because no change of this period has an artifact abc'],
      ['tag-moved:tag:v1', [], 'no such subject: there is no tag v1'],
      ['evidence-emty:commit:abc', [], 'no such subject: there is no rule evidence-emty'],
      ['evidence-empty:comit:abc', [], 'no such subject: comit names nothing'],
      ['gate-let-through:branch:other', [], 'not judged here, because branch other is not audited'],
    ] as const)('says of %s where it looked', async (wanted, more, said) => {
      expect(await of(wanted, more)).toContain(said);
    });

    const unasked: Line = { kind: 'untold', source: 'records', why: 'No service', fix: 'Name it' };

    it('lacks an audit before outside of the period, which makes nothing yellow, and inside what its rule lacks', async () => {
      const lackOf = async (...asked: Parameters<typeof ruleOf>) => (await ruleOf(...asked)).rule?.lack;
      expect(await lackOf('merged-without-review:pull-request:7')).toBe('before');
      expect(await lackOf(`evidence-empty:commit:${sha('0')}`, [known(`evidence-empty:commit:${sha('0')}`, true)])).toBe('before');
      expect(await lackOf(`evidence-empty:commit:${sha('t')}`, [unasked])).toBe('answer');
      expect(await lackOf('audit-gap:audit:x')).toBe('before');
      expect(await lackOf('tag-moved:tag:v1', [{ kind: 'untold', source: 'tags', why: 'No', fix: 'Ask' }])).toBe('answer');
    });

    it('is not judged where its rule was not tested', async () => {
      expect(await of(`evidence-empty:commit:${sha('t')}`, [unasked])).toContain('not judged here, because evidence-empty was not tested');
    });
  });
});
