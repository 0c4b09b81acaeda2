import type * as current from '../../../src/service/index.ts';
import { audience, startIssuer } from '../../support/issuer.ts';
import { browser } from '../pages/reader.ts';
import { attest, client, field, green, putFlow, putPolicy, red, token } from '../client.ts';

/**
 * Writes a record of every kind, and something into every column of every table, with a service that may be of another version.
 * Answers the heads that came back.
 */
export async function fillWithEveryKind(
  dataDir: current.Place,
  {
    addOidcRule,
    createToken,
    listTokens,
    removeOidcRule,
    replaceToken,
    revokeToken,
    startService,
  }: Pick<typeof current, 'createToken' | 'listTokens' | 'revokeToken' | 'startService'> &
    Partial<Pick<typeof current, 'addOidcRule' | 'removeOidcRule' | 'replaceToken'>>,
): Promise<readonly string[]> {
  await createToken({ dataDir, user: 'ada', orgs: ['acme', 'globex'], role: 'member', token });
  await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'reader' });
  await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'reader' });
  const [ofEve] = (await listTokens(dataDir)).filter(({ user }) => user === 'eve');
  await revokeToken(dataDir, ofEve?.id ?? '');
  const rule = {
    org: 'acme',
    role: 'member',
    issuer: 'https://ghes.example/_services/token',
    audience: 'a',
    repository: 'acme/shop',
  } as const;
  const asked = {
    workflow: 'acme/ci/.github/workflows/gate.yml@refs/tags/*',
    ref: 'refs/heads/main',
    environment: 'prod',
    events: ['push'],
    flows: ['f', 'g'],
  };
  await addOidcRule?.(dataDir, { ...rule, ...asked, repositoryId: '1' });
  const gone = await addOidcRule?.(dataDir, { ...rule, repositoryId: '2' });
  await removeOidcRule?.(dataDir, gone?.id ?? '');
  // Services of earlier versions know nothing of these limits.
  if (replaceToken !== undefined) {
    const limits = { label: 'tests of f', flows: ['f'], expiresAt: 4_000_000_000.5 };
    await createToken({ dataDir, user: 'ci', orgs: ['acme'], role: 'recorder', ...limits });
    const [ofCi] = (await listTokens(dataDir)).filter(({ user }) => user === 'ci');
    await replaceToken({ dataDir, id: ofCi?.id ?? '', command: 'token rotate', overlap: 3600 });
  }
  const issuer = await startIssuer();
  const place = { issuer: issuer.url, audience, repositoryId: '4711' };
  await addOidcRule?.(dataDir, { ...rule, ...place, ref: 'refs/heads/main', role: 'admin' });
  await addOidcRule?.(dataDir, { ...rule, ...place, ref: 'refs/heads/topic' });
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    webhookHosts: ['hooks.example'],
    oidc: { allowsLoopback: true },
  });
  try {
    await administer(service.url, await createToken({ dataDir, user: 'root', orgs: ['acme'], role: 'admin' }));
    await operate(service.url, () => createToken({ dataDir, user: 'olga', orgs: ['~operators'], role: 'reader' }));
    if (addOidcRule !== undefined) await letIn(service.url, await issuer.idToken({ ref: 'refs/heads/topic' }));
    const person = browser({ service });
    // Services of earlier versions have no such page.
    if ((await person.get('/sign-in')).status === 200) {
      await person.signIn();
      await person.signOut();
      await person.signIn();
    }
    return await fill(service.url);
  } finally {
    await service.close();
    await issuer.close();
  }
}

/** A token of a machine, and a rule for all repositories of an owner. A service of an earlier version has no such operations. */
async function administer(url: string, admin: string): Promise<void> {
  const it = client(url, { authorization: `Bearer ${admin}` });
  const rule = { repository: 'acme/*', owner_id: '77', workflow: 'acme/ci/.github/workflows/gate.yml@refs/heads/main', audience: 'a' };
  await it.json('POST', '/tokens/acme', { user: 'robot', role: 'recorder' });
  await it.json('POST', '/oidc/rules/acme', { ...rule, role: 'recorder' });
}

/** An organization is archived, and restored. A service of an earlier version knows no operator's token. */
async function operate(url: string, make: () => Promise<string>): Promise<void> {
  const operator = await make().catch(() => undefined);
  if (operator === undefined) return;
  const it = client(url, { authorization: `Bearer ${operator}` });
  for (const archived of [true, false])
    if ((await it.json('PATCH', '/organizations/acme', { archived })).status !== 200) throw new Error('An organization was not changed.');
}

/** A job of the branch `topic` is let in, as a member. */
async function letIn(url: string, idToken: string): Promise<void> {
  const { body, status } = await client(url, {}).json('POST', '/oidc/token/acme', { token: idToken });
  if (status !== 201) throw new Error(`A job was not let in: ${JSON.stringify(body)}`);
}

async function fill(url: string): Promise<readonly string[]> {
  const it = client(url, { authorization: `Bearer ${token}` });
  const template = (name: string) => `version: 1\ntrail:\n  attestations:\n    - name: ${name}\n      type: junit\n`;
  await putFlow(it, 'f', template('unit'));
  const own = { field: 'template_file', name: 't.yml', content: template('lint') };
  await it.form('PUT', '/trails/acme/f', { name: 'own', description: 'has its own' }, own);
  for (const more of [
    { fingerprint: 'ab'.repeat(32), trail_name: 't', repo_info: { name: 'acme/shop', url: '' } },
    { fingerprint: 'cd'.repeat(32) },
  ]) {
    const artifact = { filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: 'c'.repeat(40), ...more };
    if ((await it.json('POST', '/artifacts/acme/f', artifact)).status !== 201) throw new Error('An artifact was refused.');
  }
  const approval = { artifact_fingerprint: 'ab'.repeat(32), description: 'Approved', src_commit_list: ['c'.repeat(40)] };
  if ((await it.json('POST', '/approvals/acme/f', approval)).status !== 201) throw new Error('An approval was refused.');
  const type = { name: 'coverage', description: 'of lines', evaluator: { rules: ['.lines > 80'] } };
  const made = [
    await it.form('POST', '/custom-attestation-types/acme', type, { field: 'type_schema', name: 's.json', content: '{"type":"object"}' }),
    await it.form('POST', '/custom-attestation-types/acme', { name: 'other' }),
    await it.form('POST', '/attestations/acme/f/trail/t/custom', {
      attestation_name: 'lines',
      type_name: 'coverage',
      attestation_data: { lines: 81 },
    }),
    await it.form('POST', '/attestations/acme/f/trail/t/system', {
      attestation_name: 'change',
      type_name: 'decision',
      control: 'C-1',
      attestation_data: { is_compliant: true },
    }),
  ];
  if (made.some(({ status }) => status !== 201))
    throw new Error(`A type or evidence of it was refused: ${JSON.stringify(made.map(({ body }) => body))}`);
  const archived = await it.json('PUT', '/custom-attestation-types/acme/other/archive', null);
  if (archived.status !== 200) throw new Error('A type was not archived.');
  const override = { attestation_name: 'unit', reason: 'r', new_compliance_status: true, original_attestation_type: 'junit' };
  if ((await it.json('POST', '/attestations/acme/f/trail/t/override', override)).status !== 200)
    throw new Error('An override was refused.');
  const policy = '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts:\n  provenance:\n    required: true\n';
  for (const text of [`${policy}  trail-compliance:\n    required: true\n`, policy])
    if ((await putPolicy(it, 'strict', text)).status > 201) throw new Error('A policy was refused.');
  const targets = [{ type: 'WEBHOOK', webhook: 'https://hooks.example/a' }];
  for (const [path, body] of [
    ['environments/acme', { name: 'eu', policies: ['strict'], type: 'server', description: 'for customers' }],
    ['organizations/acme/environments_notifications', { name: 'eu', environments: ['eu'], triggers: ['ON_STARTED_ARTIFACT'], targets }],
    ['environments/acme', { name: 'prod', type: 'logical', included_environments: ['eu'] }],
    ['environments/acme/eu/report/server', { artifacts: [{ digests: { shop: 'ab'.repeat(32) }, creationTimestamp: 7 }] }],
    ['environments/acme/eu/report/server', { artifacts: [{ digests: { till: 'cd'.repeat(32) }, creationTimestamp: 8 }] }],
    ['environments/acme', { name: 'eu', type: 'server', description: 'for all customers' }],
    ['organizations/acme/environments_notifications', { name: 'all', environments: ['eu'], triggers: ['ON_EXITED_ARTIFACT'], targets }],
    ['organizations/acme/environments_notifications/2', { name: 'some', environments: ['eu'], triggers: ['ON_EXITED_ARTIFACT'], targets }],
    ['allowlists/acme/eu', { artifact_fingerprint: 'ab'.repeat(32), artifact_name: 'shop', description: 'checked by hand' }],
  ] as const)
    if ((await it.json('PUT', `/${path}`, body)).status > 201) throw new Error(`What was sent to ${path} was refused.`);
  await putFlow(it, 'g', template('unit'));
  await putFlow(it, 'g', template('lint'));
  await it.form('PUT', '/trails/acme/f', { name: 'own', description: 'has its own still' });
  const changes = [
    await it.json('POST', '/organizations/acme/environments_notifications/1/signing_secrets', null),
    await it.json('DELETE', '/organizations/acme/environments_notifications/2', null),
    await it.json('PATCH', '/tags/acme/flow/g', { set_tags: { team: 'payments', old: '1' }, remove_tags: [] }),
    await it.json('PATCH', '/tags/acme/flow/g', { remove_tags: ['old'] }),
    await it.json('PUT', '/flows/acme/g/rename', { new_name: 'h' }),
    await it.json('PUT', '/flows/acme/h/archive', null),
  ];
  if (changes.some(({ status }) => status !== 200)) throw new Error('A change of a flow was refused.');
  const answers = [
    await attest(it, 'f/t', { junit_results: [red], user_data: { a: 1 }, repo_info: { id: '1', name: 'r', url: 'https://r.example/r' } }),
    await attest(it, 'f/t', { junit_results: [green] }, { content: '<a/>' }, { 'idempotency-key': 'k' }),
    await attest(it, 'f/own', { attestation_name: 'lint', target_artifacts: ['cli'], git_commit_info: { sha1: 'c'.repeat(40) } }),
    await attest(it, 'new/t', {
      junit_results: [red],
      git_commit_info: { sha1: 'd'.repeat(40), message: 'Fix the till', author: 'Ada L <ada@example.org>', branch: 'fix/till' },
      user_data: { compliance_evidence: { pull_request: 7, flaky: 2 } },
    }),
  ];
  if (answers.some(({ status }) => status !== 201)) throw new Error('An attestation was refused.');
  const set = await fetch(`${url}/api/v2/user/globex`, { method: 'PUT', headers: { authorization: `Bearer ${token}` } });
  if (!set.ok) throw new Error('The default organization was refused.');
  return answers.map(({ body }) => String(field(body, 'head')));
}
