import { describe, expect, it } from 'vitest';
import { reports } from '../../../src/audit/formats.ts';
import type { World } from '../../../src/audit/population/world.ts';
import { approvalLines, shownArtifacts } from '../../../src/audit/reports/approvals.ts';
import { approval, artifact, fingerprint } from '../rules/shipped-facts.ts';
import { textOf } from './hostile.ts';
import { textOf as textOfPage } from './html/page.ts';
import { sample, world } from './sample.ts';

const carol = {
  name: 'carol',
  said: 'APPROVED',
  at: '2026-11-16T14:00:00Z',
  comment: 'Tried on staging',
  ticket: 'https://tickets.example/1',
};
const given = approval({ at: '2026-11-16T14:00:00Z', description: 'Release 7', artifact: 'shop.tgz', approvers: [carol] });
const made = artifact({ commit: 'a'.repeat(40), at: '2026-11-16T13:00:00Z' });
const within = (more: Partial<World>): World => ({ ...world, untold: [], artifacts: [], approvals: [], ...more });
const audit = sample({ world: within({ artifacts: [made], approvals: [given] }) });

describe('who approved an artifact', () => {
  it.each(['html', 'markdown', 'summary', 'json', 'csv', 'oscal'] as const)(
    'is in the report %s, with when, why and by whose token',
    async (form) => {
      const text = await textOf(reports[form](audit));
      const plain = form === 'html' ? textOfPage(text) : text.replaceAll(/\\(.)/g, '$1');
      for (const part of ['shop', 'carol', 'APPROVED', 'Tried on staging', 'tickets.example/1', 'Release 7', 'production'])
        expect(plain).toContain(part);
      expect(plain).toMatch(form === 'json' ? /"by":"ci"/ : /with the token of ci/);
    },
  );

  it('is a line for a terminal, and so is that nobody did', () => {
    const [line] = approvalLines(audit.world);
    expect(line).toBe(
      `shop (${fingerprint.slice(0, 12)}) of flow build: approval 1 for production: APPROVED, asked for at 2026-11-16T14:00:00Z (Release 7); carol said APPROVED at 2026-11-16T14:00:00Z (Tried on staging; https://tickets.example/1); reported with the token of ci`,
    );
    const empty = approval({ state: 'PENDING', environment: '', approvers: [], by: null });
    expect(approvalLines(within({ artifacts: [made], approvals: [empty] }))[0]).toMatch(
      /approval 1 for every environment: PENDING, .*; nobody is named who decided; nobody says whose token reported it$/,
    );
    expect(approvalLines(within({ artifacts: [made] }))).toEqual([
      `shop (${fingerprint.slice(0, 12)}) of flow build: no approval is known`,
    ]);
  });

  it('is not known where the service did not tell, and no report says that nobody did', async () => {
    const told = within({ artifacts: [made], untold: [{ kind: 'untold', source: 'approvals', why: 'Refused', fix: 'Give a token' }] });
    expect(approvalLines(told)).toEqual(['Who approved the artifact is not known: Refused']);
    for (const form of ['html', 'markdown', 'csv'] as const) {
      const text = await textOf(reports[form](sample({ world: told })));
      expect(text).not.toContain('no approval is known');
      expect(form === 'html' ? textOfPage(text) : text).toContain('not known');
    }
  });

  it('is said of an artifact that was reported before, where the approval is of this time, by its own name', () => {
    const [one] = shownArtifacts(within({ approvals: [given] }));
    expect(one).toMatchObject({ name: 'shop.tgz', commit: null, at: null, approvals: [{ number: 1, answers: [{ name: 'carol' }] }] });
    expect(shownArtifacts(within({ approvals: [{ ...given, at: '2026-10-01T00:00:00Z' }] }))).toEqual([]);
  });
});
