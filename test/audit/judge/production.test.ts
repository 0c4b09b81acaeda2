import { describe, expect, it } from 'vitest';
import { sha } from '../coverage/world.ts';
import { deployment } from '../rules/evidence-change.ts';
import { auditFile, judged, landed } from './judged.ts';

/** The severity of a change without evidence that was deployed there. */
async function severity(environment: string, production: boolean, text = 'version: 1\n'): Promise<string | undefined> {
  const shipped = deployment('13:00', { environment, production, sha: sha('t'), brought: [sha('t')] });
  const { findings } = await judged({ lines: [auditFile(text), shipped, landed()], header: { file: 'the file' } });
  return findings.find(({ rule }) => rule === 'change-without-trail')?.severity;
}

describe('an environment that serves users', () => {
  it('is one that GitHub marks, or that has that name, where the file names none', async () => {
    expect([await severity('eu', true), await severity('Production', false), await severity('eu', false)]).toEqual([
      'critical',
      'critical',
      'high',
    ]);
  });

  it('is one that the file names, and no other', async () => {
    const text = 'production: [prod-*]\n';
    expect([await severity('prod-eu', false, text), await severity('eu', true, text)]).toEqual(['critical', 'high']);
  });
});
