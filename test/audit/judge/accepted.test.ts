import { describe, expect, it } from 'vitest';
import { pull, sha } from '../coverage/world.ts';
import { auditFile, judged, landed, previousOf, type Judged } from './judged.ts';

const key = `change-without-trail:commit:${sha('t')}`;

function accepted(
  owner: string,
  { since = '2026-11-01', until = '2026-11-30', ...more }: Partial<Judged> & { since?: string; until?: string },
) {
  const text = `people:\n  - account: 1\n    emails: [mona@old.example]\naccepted:\n  - key: ${key}\n    reason: known\n    owner: "${owner}"\n    since: ${since}\n    until: ${until}\n`;
  return judged({ ...more, lines: [auditFile(text), ...(more.lines ?? [landed()])], header: { file: 'the file', ...more.header } });
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
});
