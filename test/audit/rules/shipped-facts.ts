import type { Approval, Artifact, Deployment } from '../../../src/audit/facts/shipped.ts';
import { at, bob, sha } from '../reviews/pull.ts';

export const fingerprint = 'f'.repeat(64);

export function deployment(more: Partial<Deployment> = {}): Deployment {
  return {
    kind: 'deployment',
    source: 'github',
    id: '77',
    environment: 'production',
    production: true,
    at: at('15:00'),
    by: bob,
    sha: sha('9'),
    fingerprint: null,
    url: null,
    branch: 'main',
    running: true,
    brought: [sha('9')],
    ...more,
  };
}

export function artifact(more: Partial<Artifact> = {}): Artifact {
  return {
    kind: 'artifact',
    fingerprint,
    name: 'shop',
    flow: 'build',
    trail: sha('9'),
    commit: sha('9'),
    state: 'COMPLIANT',
    url: null,
    at: at('13:00'),
    running: ['production'],
    withoutProvenance: false,
    ...more,
  };
}

export function approval(more: Partial<Approval> = {}): Approval {
  return {
    kind: 'approval',
    flow: 'build',
    number: 1,
    fingerprint,
    state: 'APPROVED',
    environment: 'production',
    at: at('14:00'),
    url: null,
    approvers: [{ name: 'carol', said: 'APPROVED', at: at('14:00') }],
    by: 'ci',
    ...more,
  };
}
