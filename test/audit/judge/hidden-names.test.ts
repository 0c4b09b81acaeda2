import { describe, expect, it } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import type { Approval, Artifact } from '../../../src/audit/facts/shipped.ts';
import { robot, signed } from '../reviews/pull.ts';
import { at, commit, pull, record, sha, trail } from '../coverage/world.ts';
import { auditFile, judged, landed } from './judged.ts';

const text = 'people:\n  - account: 1\n    emails: [mona@old.example]\nflows:\n  unit:\n    approvals: [production]\n';
const mona = { name: 'Mona Lisa', email: 'mona@nowhere.example', account: null };
const own = pull({ head: sha('h'), commits: [commit('h', { coAuthors: [mona, signed(robot)] })] });

/** An override and an approval by somebody, of a change by Alice, Mona and a bot. */
function story(by: string): readonly Line[] {
  const override = record('t', '11:00', { id: 'r', type: 'override', by, override: { id: '', type: 'junit', reason: 'flaky' } });
  const fingerprint = 'f'.repeat(64);
  const shipped = { kind: 'artifact', fingerprint, name: 'shop', flow: 'unit', trail: null, commit: sha('t'), state: 'COMPLIANT' } as const;
  const artifact: Artifact = { ...shipped, url: null, at: at('11:00'), running: ['production'], withoutProvenance: false };
  const approvers = [{ name: by, said: 'APPROVED', at: at('11:30') }];
  const given = { kind: 'approval', flow: 'unit', number: 1, fingerprint, state: 'APPROVED', environment: null } as const;
  const approval: Approval = { ...given, at: at('11:30'), url: null, approvers, by: 'ci' };
  const fact = landed({ file: 'the file', pulls: [own], trails: [trail('t', [override])] });
  return [auditFile(text), artifact, approval, fact];
}

async function verdict(by: string, people: 'login' | 'pseudonym') {
  const audit = await judged({ lines: story(by), header: { file: 'the file' }, people });
  return {
    rules: audit.rules,
    findings: audit.findings.map(({ key, severity }) => [key, severity]),
    messages: JSON.stringify(audit.findings),
  };
}

describe('names that are hidden', () => {
  const authors = [
    'alice',
    '@Alice',
    'alice@example.com',
    'Alice <alice@example.com>',
    'mona@old.example',
    'Mona Lisa',
    'mona@nowhere.example',
  ];

  it.each([...authors, 'robot[bot]', 'robot[bot]@example.com', 'bob', 'somebody else'])('change no verdict about %s', async (by) => {
    const [plain, hidden] = [await verdict(by, 'login'), await verdict(by, 'pseudonym')];
    expect([hidden.rules, hidden.findings]).toEqual([plain.rules, plain.findings]);
    const isAuthor = by !== 'bob' && by !== 'somebody else';
    expect(hidden.findings.some(([key]) => String(key).startsWith('approval-by-author'))).toBe(isAuthor);
  });

  it.each(authors)('are hidden where the service has them too: %s', async (by) => {
    expect((await verdict(by, 'pseudonym')).messages).not.toMatch(/alice|mona/i);
  });

  it('stay one name for one person, whatever they are called', async () => {
    const override = record('t', '11:00', { type: 'override', by: 'BOB', override: { id: '', type: 'junit', reason: 'flaky' } });
    const direct = landed({ landing: { kind: 'push' }, trails: [trail('t', [override])] });
    const { findings } = await judged({ lines: [direct], people: 'pseudonym' });
    const whoIn = (rule: string) => /person-\d+/.exec(findings.find((each) => each.rule === rule)?.message ?? '')?.[0];
    expect(whoIn('pushed-directly')).toMatch(/^person-/);
    expect(whoIn('overridden')).toBe(whoIn('pushed-directly'));
  });
});
