import { expect, test } from 'vitest';
import { attest, putFlow, red, sha, world, type Answer, type World } from '../support.ts';
import { linksOf, open, textOf } from './reader.ts';

const template = 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n    - {name: scan, type: snyk}\n';

const idOf = ({ body }: { readonly body: unknown }): string => String(Object(body).attestation_id);

/** Overrides `unit` on the trail `t`. */
function override(it: World, compliant = true): Promise<Answer> {
  return it.json('POST', '/attestations/acme/f/trail/t/override', {
    attestation_name: 'unit',
    reason: 'a known fault',
    new_compliance_status: compliant,
    original_attestation_type: 'junit',
  });
}

test('says who overrode what, when and why, in amber and in words, and links to the record that is overridden', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  const original = idOf(await attest(it, 'f/t', { junit_results: [red] }));
  const own = idOf(await override(it));
  const { text } = await open(it, '/acme/flows/f/trails/t');
  const words = textOf(text);
  const said = String.raw`overridden by ada at [\d-]+ [\d:]+ UTC, because "a known fault"`;
  expect(words).toMatch(new RegExp(String.raw`✔ compliant \(overridden\) unit junit, required ${said}, of junit unit \(${original}\)`));
  expect(text).toMatch(/<span class="state overridden"><span aria-hidden="true">✔<\/span> compliant \(overridden\)<\/span>/);
  expect(linksOf(text).some((link) => link.endsWith(`attestation_id=${original}`))).toBe(true);
  const record = async (id: string): Promise<string> => textOf((await open(it, `/acme/flows/f/trails/t?attestation_id=${id}`)).text);
  expect(await record(own)).toMatch(new RegExp(String.raw`Overrides junit unit \(${original}\) Reason a known fault Recorded`));
  expect(await record(original)).toMatch(new RegExp(`✘ not compliant unit overridden Now ${said} Type junit`));
  // Something else is missing: the state of the trail does not stand because of it.
  expect(words).toContain('Trail t … incomplete');
});

test('is amber where the state stands because of an override, also in the list of its flow, and red where somebody says no', async () => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red] });
  await override(it);
  const { text } = await open(it, '/acme/flows/f/trails/t');
  expect(text).toContain('<title>compliant (overridden): t · f · acme</title>');
  expect(textOf(text)).toContain('Trail t ✔ compliant (overridden)');
  expect((await open(it, '/acme/flows/f')).text).toMatch(/class="state overridden">.*?compliant \(overridden\)/s);
  await override(it, false);
  const no = await open(it, '/acme/flows/f/trails/t');
  expect(textOf(no.text)).toContain('Trail t ✘ not compliant (overridden)');
  expect(no.text).not.toMatch(/class="state overridden"><[^>]*>✘/);
  await attest(it, 'f/t');
  expect(textOf((await open(it, '/acme/flows/f/trails/t')).text)).toContain('Trail t ✔ compliant Begun');
});

test('says of what nobody recorded that somebody answers for it', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  await attest(it, 'f/t', { attestation_name: 'other' });
  const own = idOf(await override(it));
  const words = textOf((await open(it, '/acme/flows/f/trails/t')).text);
  expect(words).toContain('because "a known fault", of junit unit, which nobody recorded');
  const record = await open(it, `/acme/flows/f/trails/t?attestation_id=${own}`);
  expect(textOf(record.text)).toContain('Overrides junit unit, which nobody recorded Reason');
});

test('says of a replaced record by which one, with a link, and of no other', async () => {
  const it = await world();
  const about = { artifact_fingerprint: 'f'.repeat(64) };
  await it.json('POST', '/artifacts/acme/f', {
    fingerprint: 'f'.repeat(64),
    filename: 'a',
    build_url: '',
    commit_url: '',
    trail_name: 't',
  });
  const first = idOf(await attest(it, 'f/t', { junit_results: [red] }));
  const ofArtifact = idOf(await attest(it, 'f/t', about));
  const ofName = idOf(await attest(it, 'f/t', { target_artifacts: ['cli', 'gui'], git_commit_info: { sha1: sha } }));
  await attest(it, 'f/t', { target_artifacts: ['cli'], git_commit_info: { sha1: sha } });
  const last = idOf(await attest(it, 'f/t'));
  const shown = async (record: string): Promise<string> =>
    (await open(it, `/acme/flows/f/trails/t?attestation_id=${record}`)).text.replaceAll(/\s+/g, ' ');
  expect(textOf(await shown(first))).toMatch(/✘ not compliant unit replaced Now replaced by the record of [\d-]+ [\d:]+ UTC by ada Type/);
  expect(linksOf(await shown(first)).some((link) => link.endsWith(`attestation_id=${last}`))).toBe(true);
  for (const other of [last, ofArtifact, ofName]) expect(textOf(await shown(other))).not.toMatch(/replaced|overridden/);
  expect(textOf((await open(it, '/acme/flows/f/trails/t')).text)).toMatch(/1 earlier record ✘ not compliant/);
});
