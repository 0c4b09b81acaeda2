import { describe, expect, it } from 'vitest';
import { absent, approval, artifact, broken, ofArtifact, otherFingerprint, page } from './stub.ts';
import { ending, judged, type Row } from './truth.ts';

describe('the approval of an artifact', () => {
  const one = (more: Readonly<Record<string, unknown>>) => ({ approvals: [approval(more)] });
  const no = { state: 'UNAPPROVED', approved_by: 'eve' };
  const yes = { state: 'APPROVED', approved_by: 'bob' };
  const refused = { release_number: 2, state: 'UNAPPROVED', approvals: [no] };
  const rows: readonly Row[] = [
    ['that is given', {}, 'compliant'],
    ['that is given by two', one({ approvals: [yes, yes] }), 'compliant'],
    [
      'that follows a refused one',
      { approvals: [approval({ ...refused, release_number: 1 }), approval({ release_number: 2 })] },
      'compliant',
    ],
    [
      'that follows a refused one, in any order',
      { approvals: [approval({ release_number: 2 }), approval({ ...refused, release_number: 1 })] },
      'compliant',
    ],
    [
      'that follows a request',
      { approvals: [approval({ state: 'PENDING', approvals: [] }), approval({ release_number: 2 })] },
      'compliant',
    ],
    ['that an empty environment makes valid everywhere', one({ environment: '' }), 'compliant'],
    ['that is refused', one({ ...refused }), 'non-compliant'],
    ['that is refused after one that was given', { approvals: [approval(refused), approval()] }, 'non-compliant'],
    ['that is refused after one that was given, in any order', { approvals: [approval(), approval(refused)] }, 'non-compliant'],
    ['that is asked for', one({ state: 'PENDING', approvals: [] }), 'incomplete'],
    [
      'that is asked for again',
      { approvals: [approval(), approval({ release_number: 2, state: 'PENDING', approvals: [] })] },
      'incomplete',
    ],
    ['that is not there', { approvals: [] }, 'incomplete'],
    ['that is for an environment alone', one({ environment: 'production' }), 'incomplete'],
    ['that nobody gave', one({ approvals: [] }), 'unknown'],
    ['that nobody is said to have given', one({ approvals: null }), 'unknown'],
    ['that one of two refused, although it is called approved', one({ approvals: [yes, no] }), 'unknown'],
    ['that one of two gave in a state never seen before', one({ approvals: [yes, { state: 'MAYBE' }] }), 'unknown'],
    ['that one of two gave without a state', one({ approvals: [yes, {}] }), 'unknown'],
    ['in a state never seen before', one({ state: 'BLESSED' }), 'unknown'],
    ['of another artifact', one({ target_artifact: otherFingerprint }), 'unknown'],
    ['of an artifact that is not told', one({ target_artifact: null }), 'unknown'],
    [
      'next to one of another artifact',
      { approvals: [approval(), approval({ release_number: 0, target_artifact: otherFingerprint })] },
      'unknown',
    ],
    ['next to another with the same number', { approvals: [approval(), approval()] }, 'unknown'],
    ['that cannot be read', { approvals: broken }, 'unknown'],
    ['of a service that has none', { approvals: absent }, 'unknown'],
    ['that is a login page', { approvals: page }, 'unknown'],
    ['with a number that is none', one({ release_number: '1' }), 'unknown'],
    ['of a red artifact', { artifacts: [[artifact({ state: 'NON-COMPLIANT' })]] }, 'non-compliant'],
    ['of an artifact that is not there', { artifacts: [[]], approvals: absent }, 'incomplete'],
  ];
  it.each(rows)('%s', async (_, says, verdict) => {
    expect(await judged({ ...ofArtifact, 'require-approval': 'true' }, says)).toEqual(ending(verdict));
  });

  const inProduction = { environment: 'production' };
  const narrowed: readonly Row[] = [
    ['that is valid everywhere', {}, 'compliant'],
    ['that is valid there', one(inProduction), 'compliant'],
    ['that is valid elsewhere', one({ environment: 'staging' }), 'incomplete'],
    ['that is valid in a place of almost that name', one({ environment: 'Production' }), 'incomplete'],
    ['that was refused there later', { approvals: [approval(), approval({ ...refused, ...inProduction })] }, 'non-compliant'],
    ['that was refused everywhere later', { approvals: [approval(inProduction), approval(refused)] }, 'non-compliant'],
    [
      'that was refused elsewhere later',
      { approvals: [approval(inProduction), approval({ ...refused, environment: 'staging' })] },
      'compliant',
    ],
    [
      'that was refused there, and given everywhere later',
      { approvals: [approval({ ...refused, ...inProduction }), approval({ release_number: 3 })] },
      'compliant',
    ],
  ];
  it.each(narrowed)('for an environment, %s', async (_, says, verdict) => {
    expect(await judged({ ...ofArtifact, 'require-approval': 'true', ...inProduction }, says)).toEqual(ending(verdict));
  });
});
