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

/** Who accepted the finding, and how the rule about acceptances ended. */
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

  it('of a change that landed before the period says that nobody knows whose it was', async () => {
    const previous = previousOf(await judged({ lines: [landed()] }));
    const period = { since: '2026-11-03T00:00:00Z', until: '2026-11-10T00:00:00Z', sinceSha: null, by: 'landing' } as const;
    const lines = [landed({ landing: { id: '2', at: '2026-11-05T12:00:00Z', before: sha('t'), commits: [] } })];
    expect(await standing('alice', { previous, lines, header: { period, at: period.until } })).toEqual(['alice', 'not tested', 0]);
  });
});
