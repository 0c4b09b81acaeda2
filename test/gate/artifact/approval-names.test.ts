import { describe, expect, it } from 'vitest';
import { approvalReasons } from '../../../src/gate/artifact.ts';

const fingerprint = 'ab'.repeat(32);
const yes = { state: 'APPROVED', approved_by: 'bob' };

/** The reasons against an approval by these, which is valid everywhere. */
const reasonsOf = (approvals: readonly { readonly state: string; readonly approved_by: string | null }[]) =>
  approvalReasons(
    { kind: 'approvals', approvals: [{ release_number: 1, state: 'APPROVED', target_artifact: fingerprint, approvals: [...approvals] }] },
    { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: null },
  );

describe('an approval that names nobody', () => {
  it.each([[null], [''], [' \u2800'], ['\u200B\u3164']])('is unclear: %j', (by) => {
    expect(reasonsOf([{ state: 'APPROVED', approved_by: by }])).toStrictEqual([
      {
        code: 'approval-unclear',
        verdict: 'unknown',
        message: 'Approval 1 of artifact abababababab of flow shop is APPROVED, but nobody is named',
        fix: `Let somebody decide, and report it: compliance-evidence approval report --org acme --flow shop --fingerprint ${fingerprint} --approved-by NAME`,
      },
    ]);
  });

  it('counts where somebody else is named in it, and a no without a name is no yes', () => {
    const nobody = { state: 'APPROVED', approved_by: '\u2800' };
    expect(reasonsOf([nobody, yes])).toEqual([]);
    expect(reasonsOf([yes, { ...nobody, state: 'UNAPPROVED' }]).map(({ code }) => code)).toEqual(['approval-unclear']);
  });
});
