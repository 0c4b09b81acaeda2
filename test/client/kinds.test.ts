import { afterEach, expect, test } from 'vitest';
import { attest, getAttestation, getType, listTypes, write, type AttestOperation } from '../../src/client/index.ts';
import { ResponseError } from '../../src/errors/index.ts';
import { sha, token, world } from '../service/support.ts';
import { clientOf, closeAll } from './setup.ts';

afterEach(closeAll);

const to = { org: 'acme', flow_name: 'f', trail_name: 't' } as const;

test('evidence of every kind is posted and read back as it was sent', async () => {
  const { service } = await world();
  const { call } = clientOf(service.url, { token });
  const about = { attestation_name: 'x', git_commit_info: { sha1: sha }, user_data: { a: 1 } };
  await write(
    call,
    'putType',
    { org: 'acme' },
    { name: 'person', evaluator: { content_type: 'jq', rules: ['.age > 21'] } },
    '{"type":"object"}',
  );
  let count = 0;
  const submission = <Data>(data: Data) => ({ to, data: { ...about, ...data }, key: `key-${(count += 1)}`, attachment: undefined });
  const suite = { name: 's', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0 };
  const junit = { junit_results: [suite] };
  const generic = { is_compliant: false };
  const custom = { type_name: 'person', attestation_data: { age: 30 } };
  const pull = { git_provider: 'github', pull_requests: [{ url: 'https://host.example/1', state: 'MERGED', title: 'a' }] } as const;
  const snyk = { snyk_results: { tool: { name: 'snyk', version: '1' }, results: [{ low_count: 1, medium_count: 0, high_count: 0 }] } };
  const project = { key: 'k', url: 'https://sonar.example' };
  const sonar = { sonar_results: { analysedAt: 'now', revision: 'r', project, qualityGate: { status: 'OK' } } };
  const jira = { jira_results: [{ issue_id: 'A-1', issue_url: 'https://jira.example/A-1', issue_exists: true }] };
  const decision = { type_name: 'decision', control: 'C-1', attestation_data: { is_compliant: true } } as const;
  const override = { reason: 'by hand', new_compliance_status: false, original_attestation_type: 'system:decision' };
  const posted: readonly (readonly [AttestOperation, string, object, boolean])[] = [
    ['attestJunit', 'junit', junit, true],
    ['attestGeneric', 'generic', generic, false],
    ['attestCustom', 'custom:person', custom, true],
    ['attestPullRequest', 'pull_request', pull, true],
    ['attestSnyk', 'snyk', snyk, false],
    ['attestSonar', 'sonar', sonar, true],
    ['attestJira', 'jira', jira, true],
    ['attestDecision', 'system:decision', decision, true],
    ['overrideAttestation', 'override', override, false],
  ];
  for (const [operation, attestation_type, data, is_compliant] of posted) {
    const { head, id = '' } = await attest(call, operation, submission(data));
    expect(head).toMatch(/^[0-9a-f]{64}$/);
    expect(await getAttestation(call, { org: 'acme' }, id)).toMatchObject([{ ...about, ...data, attestation_type, is_compliant }]);
  }
});

test('types are made, read, listed and taken out of use, and one that is not there is said to be so', async () => {
  const { service } = await world();
  const { call } = clientOf(service.url, { token });
  const [org, person] = [{ org: 'acme' }, { org: 'acme', type_name: 'person' }];
  const summary = [{ name: 'Age', expression: '.age' }];
  await write(call, 'putType', org, { name: 'person', description: 'd' }, undefined);
  await write(call, 'putType', org, { name: 'person', description: 'e', summary }, 'true');
  expect(await getType(call, person)).toMatchObject({
    description: 'e',
    versions: [{ version: 2, type_schema: true, summary }, { version: 1 }],
  });
  expect(await getType(call, person, { version: 1 })).toMatchObject({ description: 'd', versions: [{ version: 1, summary: null }] });
  expect(await listTypes(call, org)).toMatchObject([{ name: 'person', archived: false }]);
  await write(call, 'archiveType', person);
  expect(await listTypes(call, org)).toEqual([]);
  await expect(write(call, 'archiveType', { ...person, type_name: 'robot' })).rejects.toThrow(/no custom attestation type 'robot'/);
  await expect(write(call, 'putType', org, { name: 'wrong' }, '{"type": 1}')).rejects.toBeInstanceOf(ResponseError);
});
