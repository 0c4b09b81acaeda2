import type { Payload } from '../../../src/service/notify/payload.ts';

type Artifact = Partial<NonNullable<Payload['artifact']>>;

/** The message about an artifact that started. Parts of it may be others. */
export function payload({ artifact = {}, ...more }: Partial<Omit<Payload, 'artifact'>> & { readonly artifact?: Artifact } = {}): Payload {
  const provenance = {
    flow: 'checkout',
    status: 'compliant',
    commit: 'c'.repeat(40),
    commit_url: 'https://ci.example/c',
    html_url: 'https://evidence.example/a?x=1&y=2',
    api_url: 'https://evidence.example/api/a',
    build_url: '',
  };
  return {
    version: '1.0',
    timestamp: '1795300000',
    org: 'acme',
    environment: 'prod',
    event_type: 'ARTIFACT_STARTED',
    description: '1 instance started running (from 0 to 1)',
    snapshot: { index: '3', status: 'compliant', html_url: 'https://evidence.example/s', api_url: 'https://evidence.example/api/s' },
    artifact: { name: 'shop', fingerprint: 'a'.repeat(64), provenance, ...artifact },
    ...more,
  };
}
