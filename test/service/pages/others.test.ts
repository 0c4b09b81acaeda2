import { expect, test } from 'vitest';
import { print, provide, putEnvironment, report } from '../environment-support.ts';
import { attest, putFlow, putPolicy, red, sha, world } from '../support.ts';
import { linksOf, open, textOf } from './reader.ts';

test('the page of a flow says what it is, and lists its trails, the newest first, a page at a time', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\n');
  await it.form('PUT', '/flows/acme/template_file', { name: 'f', description: 'The shop' });
  await it.json('PATCH', '/tags/acme/flow/f', { set_tags: { team: 'payments' } });
  for (let number = 1; number <= 26; number += 1)
    await attest(it, `f/t${number}`, {
      git_commit_info: { sha1: sha, message: 'Round once' },
      ...(number === 26 ? { junit_results: [red] } : {}),
    });
  const { text } = await open(it, '/acme/flows/f');
  const words = textOf(text);
  for (const each of ['Flow f', 'Description The shop', 'Tags team: payments', '26 in all.', 'The template version: 1'])
    expect(words).toContain(each);
  expect(words).toMatch(/✘ not compliant Round once t26 a{8} changed [\d :-]+ UTC unit is not compliant: .* ✔ compliant Round once t25/);
  expect(words).not.toContain('Round once t1 ');
  const next = linksOf(text).find((link) => link.includes('?before=')) ?? '';
  const older = (await open(it, `/acme/flows/f${next}`)).text;
  expect(textOf(older)).toMatch(/26 in all\. ✔ compliant Round once t1 a{8} changed .* Newer/);
  const back = linksOf(older).find((link) => link.includes('?after=')) ?? '';
  expect(textOf((await open(it, `/acme/flows/f${back}`)).text)).toMatch(/not compliant Round once t26 .* Older/);
});

test('the page of an artifact says on which trails of the flow it is, and what stands about it; with an id that one alone', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\n');
  await provide(it, 'a', 'first', { build_url: 'https://ci.example/b', git_commit: sha });
  await provide(it, 'a', 'second');
  await it.form('POST', '/attestations/acme/f/trail/first/generic', {
    attestation_name: 'sign',
    is_compliant: false,
    artifact_fingerprint: print('a'),
  });
  await putEnvironment(it, 'prod');
  await report(it, 'prod', 'a');
  const all = await open(it, `/acme/flows/f/artifacts/${print('a')}`);
  expect(textOf(all.text)).toMatch(
    /Artifact a\.tgz ✘ not compliant A gate says: Trail first of flow f: artifact\.sign is not compliant\. Fix: .* Fingerprint a{64} ✔ compliant on the trail second .* ✘ not compliant on the trail first/,
  );
  const first = String(Object((await it.get(`/artifacts/acme/f/fingerprint/${print('a')}?trail=first`)).body).html_url);
  const { text } = await open(it, first);
  const words = textOf(text);
  for (const each of [`Commit ${sha}`, 'Build https://ci.example/b', 'by ada', 'Evidence ✘ not compliant sign generic', 'Runs in prod'])
    expect(words).toContain(each);
  expect(words).not.toContain('on the trail second');
});

test('the page of an artifact says which of its evidence somebody overrode, that of its trail as well', async () => {
  const it = await world();
  await provide(it, 'a', 't');
  await attest(it, 'f/t', { junit_results: [red] });
  await attest(it, 'f/t', { attestation_name: 'sign', artifact_fingerprint: print('a'), junit_results: [red] });
  for (const about of [{ attestation_name: 'unit' }, { attestation_name: 'sign', artifact_fingerprint: print('a') }])
    await it.json('POST', '/attestations/acme/f/trail/t/override', {
      ...about,
      reason: 'a known fault',
      new_compliance_status: true,
      original_attestation_type: 'junit',
    });
  const { text } = await open(it, `/acme/flows/f/artifacts/${print('a')}`);
  const words = textOf(text);
  expect(words).toContain('✔ compliant (overridden) on the trail t');
  expect(words).toContain('Evidence ✔ compliant (overridden) sign junit');
  for (const name of ['unit', 'sign'])
    expect(words).toMatch(
      new RegExp(`${name} overridden by ada at [\\d-]+ [\\d:]+ UTC, because "a known fault", of junit ${name} \\([\\da-f-]+\\)`),
    );
  expect(text).toContain('class="state overridden"');
  for (const link of linksOf(text).filter((each) => each.includes('attestation_id='))) expect((await open(it, link)).status).toBe(200);
});

test('the page of an artifact tells more than 20 trails page by page', async () => {
  const it = await world();
  for (let number = 1; number <= 21; number += 1) await provide(it, 'a', `t${number}`);
  const { text } = await open(it, `/acme/flows/f/artifacts/${print('a')}`);
  expect(text.split('<article').length - 1).toBe(20);
  const next = linksOf(text).find((link) => link.endsWith('?page=2')) ?? '';
  expect(textOf((await open(it, next)).text)).toContain('on the trail t1 ');
});

test('the page of a snapshot says what ran, what is not compliant first, and why', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\n');
  await provide(it, 'a', 't');
  await putEnvironment(it, 'prod');
  await report(it, 'prod', 'ab');
  const before = textOf((await open(it, '/acme/environments/prod/snapshots/1')).text);
  expect(before).toMatch(
    /Snapshot 1 of prod \? unknown Type server From [\d :-]+ UTC To now: this is the latest What ran 2 artifacts\. \? unknown a/,
  );
  await putPolicy(it, 'p', '_schema: https://docs.example/v1\nartifacts:\n  provenance:\n    required: true\n');
  await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['p'] });
  const { text } = await open(it, '/acme/environments/prod/snapshots/2');
  expect(textOf(text)).toMatch(
    /prod ✘ not compliant .* Policies p, version 1 What changed since the snapshot before What ran 2 artifacts\. ✘ not compliant b 1 instance, from no known flow b{64} The policy 'p' requires provenance\. ✔ compliant a 1 instance, flow f a{64} compliance-evidence/,
  );
  expect(textOf((await open(it, '/acme/environments/prod/snapshots/1')).text)).toMatch(/From [\d :-]+ UTC To [\d :-]+ UTC/);
  expect(linksOf(text).some((link) => link.includes(`/flows/f/artifacts/${print('a')}`))).toBe(true);
});
