import { createHash } from 'node:crypto';
import { putEnvironment, report } from '../environment-support.ts';
import { attest, green, putFlow, putPolicy, red, type World } from '../support.ts';
import { evaluatedBy, make, ofPerson } from '../types-support.ts';

const template = `version: 1
trail:
  attestations:
    - {name: unit, type: junit}
    - {name: e2e, type: junit}
    - {name: scan, type: snyk}
`;

const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex');

const messages = [
  'Round the refund once',
  'Split orders into parcels',
  'Update the tax table',
  'Log the reason of a retry',
  'Cache rates for a minute',
];
const authors = ['Ada Young <ada@acme.example>', 'Ben Okafor <ben@acme.example>', 'Chloé Martin <chloe@acme.example>'];

interface Leg {
  readonly name: string;
  readonly night?: number;
  readonly matrix?: object;
  readonly failed?: readonly string[];
}

function told({ failed = [], matrix, name, night = 1 }: Leg): object {
  const failures = failed.map((test) => ({
    test,
    message: 'expected 12.50 to be 12.49\n    at refund (src/refund.py:17)',
    place: 'src/refund.py:17',
  }));
  return {
    event: matrix === undefined ? 'push' : 'schedule',
    workflow: 'ci',
    job: name,
    run_id: night,
    run_attempt: 1,
    matrix,
    failed_tests: failed,
    failures,
  };
}

async function record(it: World, trail: string, message: string, author: string, leg: Leg): Promise<void> {
  const sha1 = shaOf(message);
  const failed = leg.failed ?? [];
  await attest(it, `shop/${trail}`, {
    attestation_name: leg.name,
    junit_results: [failed.length > 0 ? { ...red, failures: failed.length, total: 200 } : { ...green, total: 200 }],
    git_commit_info: { sha1, message, author, branch: 'main', url: `https://github.com/acme/shop/commit/${sha1}` },
    origin_url: 'https://github.com/acme/shop/actions/runs/1',
    user_data: { compliance_evidence: told(leg) },
  });
}

const oses = ['ubuntu-latest', 'macos-latest', 'windows-latest'];
const versions = ['3.11', '3.12', '3.13', '3.14'];
const failing = Array.from({ length: 10 }, (_, at) => `refund › is paid ${at} when the order was split into several parcels`);

/** Ten nights of two matrices of twelve, the last of them with a leg of each kind that says no. */
async function playNights(it: World, trail: string): Promise<void> {
  for (let night = 1; night <= 10; night += 1) {
    const legs = ['unit', 'e2e'].flatMap((name) =>
      oses.flatMap((os) =>
        versions.map((python) => ({ name, night, matrix: { os, python }, failed: os.startsWith('w') || night < 5 ? failing : [] })),
      ),
    );
    await Promise.all(legs.map((leg) => record(it, trail, 'Split orders into parcels', authors[0] ?? '', leg)));
  }
}

/** The week of a team: a trail a change, red ones and green ones, an override, an artifact, two environments, and a trail that runs every night. */
export async function playWeek(it: World): Promise<{ readonly first: string; readonly nightly: string }> {
  await putFlow(it, 'shop', template);
  for (const [at, message] of messages.entries()) {
    const trail = shaOf(message);
    const author = authors[at % authors.length] ?? '';
    await record(it, trail, message, author, { name: 'unit', failed: at === 1 ? failing.slice(0, 2) : [] });
    if (at !== 2) await record(it, trail, message, author, { name: 'e2e', failed: at === 3 ? failing.slice(0, 1) : [] });
    if (at !== 4)
      await it.form('POST', `/attestations/acme/shop/trail/${trail}/snyk`, {
        attestation_name: 'scan',
        snyk_results: { tool: { name: 'snyk', version: '1' }, results: [{ low_count: 0, medium_count: 0, high_count: at === 0 ? 1 : 0 }] },
      });
  }
  await it.json('POST', `/attestations/acme/shop/trail/${shaOf('Log the reason of a retry')}/override`, {
    attestation_name: 'e2e',
    reason: 'The test server had no disk left; it passed by hand.',
    new_compliance_status: true,
    original_attestation_type: 'junit',
  });
  const fingerprint = 'f'.repeat(64);
  await it.json('POST', '/artifacts/acme/shop', {
    fingerprint,
    filename: 'shop.tgz',
    build_url: 'https://github.com/acme/shop/actions/runs/1',
    commit_url: 'https://github.com/acme/shop/commit/1',
    trail_name: shaOf('Round the refund once'),
  });
  await it.json('POST', '/approvals/acme/shop', {
    artifact_fingerprint: fingerprint,
    description: 'The release of Friday',
    src_commit_list: [shaOf('Round the refund once')],
    approvals: [{ state: 'APPROVED', comment: 'Fine', approved_by: 'Ben Okafor', approval_url: '' }],
    user_data: {},
  });
  await putPolicy(it, 'strict', '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n');
  await putEnvironment(it, 'production', { policies: ['strict'] });
  for (const letters of ['f', 'fa']) await report(it, 'production', letters);
  await make(it, evaluatedBy('.age > 18'), ofPerson);
  await playNights(it, 'nightly');
  return { first: `${it.service.url}/`, nightly: `${it.service.url}/acme/flows/shop/trails/nightly` };
}
