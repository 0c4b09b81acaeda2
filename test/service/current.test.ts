import { describe, expect, test } from 'vitest';
import { attest, field, putFlow, red, sha, world, type World } from './support.ts';
import { open, textOf } from './pages/reader.ts';

const asks = (...names: readonly string[]): string =>
  `version: 1\ntrail:\n  attestations:${names.length === 0 ? ' []' : names.map((name) => `\n    - {name: ${name}, type: junit}`).join('')}\n`;
const fingerprint = 'ab'.repeat(32);
const other = 'cd'.repeat(32);

const trail = async (it: World): Promise<unknown> => (await it.get('/trails/acme/f/t')).body;
const artifact = async (it: World, of = fingerprint): Promise<unknown> =>
  (await it.get(`/artifacts/acme/f/fingerprint/${of}?trail=t`)).body;

async function begin(it: World, template: string): Promise<void> {
  const upload = { field: 'template_file', name: 't.yml', content: template };
  expect((await it.form('PUT', '/trails/acme/f', { name: 't' }, upload)).status).toBeLessThan(300);
}

async function report(it: World, of = fingerprint): Promise<void> {
  const build = { filename: 'shop.tgz', build_url: 'https://ci.example/b', commit_url: '', git_commit: sha, trail_name: 't' };
  expect((await it.json('POST', '/artifacts/acme/f', { ...build, fingerprint: of, template_reference_name: 'image' })).status).toBe(201);
}

/** A trail with everything that version 1 of the template asks for, and not with everything that version 2 does. */
async function askedForMore(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', asks('unit'));
  await report(it);
  await attest(it, 'f/t', { attestation_name: 'unit' });
  await putFlow(it, 'f', asks('unit', 'review'));
  return it;
}

describe('what a trail is by the template of now', () => {
  test('is what was decided, as long as the template is the same', async () => {
    const it = await world();
    await putFlow(it, 'f', asks('unit'));
    await attest(it, 'f/t', { attestation_name: 'unit', junit_results: [red] });
    const { compliance_status: decided, ...told } = Object(await trail(it));
    expect(told).toMatchObject({ own_template: false, template_version: 1, current: { ...decided, template_version: 1 } });
  });

  test('is told next to what was decided, which stays: a template that asks for more', async () => {
    const it = await askedForMore();
    expect(await trail(it)).toMatchObject({
      compliance_state: 'COMPLIANT',
      compliance_status: { status: 'COMPLIANT' },
      template: { content: asks('unit') },
      template_version: 1,
      flow_template: { version: 1, content: asks('unit', 'review'), trail: { attestations: [{ name: 'unit' }, { name: 'review' }] } },
      current: {
        status: 'INCOMPLETE',
        is_compliant: false,
        template_version: 2,
        attestations_statuses: [{ attestation_name: 'unit' }, { attestation_name: 'review', status: 'MISSING' }],
      },
    });
    expect(await artifact(it)).toMatchObject({
      state: 'COMPLIANT',
      template_version: 1,
      own_template: false,
      current: { status: 'INCOMPLETE', template_version: 2 },
    });
    expect((await it.get(`/asserts/acme/fingerprint/${fingerprint}`)).body).toMatchObject({ compliant: true });
  });

  test('is told by one trail and one artifact alone: no list has it', async () => {
    const it = await askedForMore();
    for (const list of ['/trails/acme/f', '/artifacts/acme?flow_name=f'])
      expect(Object.keys(Object(field((await it.get(list)).body, '0')))).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:current|own_template|template_version|flow_template)$/)]),
      );
  });

  test('follows a template that is repaired, and counts its versions', async () => {
    const it = await askedForMore();
    await attest(it, 'f/t', { attestation_name: 'unit' });
    await putFlow(it, 'f', asks('unit'));
    await putFlow(it, 'f', asks('unit'));
    expect(await trail(it)).toMatchObject({
      compliance_state: 'INCOMPLETE',
      template_version: 2,
      current: { status: 'COMPLIANT', template_version: 3 },
    });
    expect(await artifact(it)).toMatchObject({ state: 'INCOMPLETE', current: { status: 'COMPLIANT', template_version: 3 } });
  });

  test('is told of an artifact that another one took the name of', async () => {
    const it = await askedForMore();
    await putFlow(it, 'f', asks('unit'));
    await report(it, other);
    await putFlow(it, 'f', asks('unit', 'review'));
    expect(await artifact(it)).toMatchObject({ state: 'COMPLIANT', current: { status: 'INCOMPLETE', template_version: 4 } });
  });

  test('is not told of an artifact without a trail', async () => {
    const it = await world();
    await it.json('POST', '/artifacts/acme/f', { filename: 'a', build_url: '', commit_url: '', fingerprint });
    const { body } = await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}`);
    expect(body).toMatchObject({ state: null });
    expect(body).not.toHaveProperty('current');
  });
});

describe('a trail with a template of its own', () => {
  test('is decided by it, and evaluated by both together', async () => {
    const it = await world();
    await putFlow(it, 'f', asks('unit', 'review'));
    await begin(it, asks('unit', 'scan'));
    for (const name of ['unit', 'scan']) await attest(it, 'f/t', { attestation_name: name });
    expect(await trail(it)).toMatchObject({
      compliance_state: 'COMPLIANT',
      own_template: true,
      template: { content: asks('unit', 'scan') },
      template_version: null,
      flow_template: { content: asks('unit', 'review') },
      current: {
        status: 'INCOMPLETE',
        template_version: 1,
        attestations_statuses: [
          { attestation_name: 'unit', status: 'COMPLETE', unexpected: false },
          { attestation_name: 'review', status: 'MISSING' },
          { attestation_name: 'scan', status: 'COMPLETE', unexpected: false },
        ],
      },
    });
    await attest(it, 'f/t', { attestation_name: 'review' });
    expect(await trail(it)).toMatchObject({ compliance_state: 'COMPLIANT', current: { status: 'COMPLIANT' } });
  });

  test('does not count among the versions of its flow', async () => {
    const it = await world();
    await putFlow(it, 'f', asks('unit'));
    await begin(it, asks('scan'));
    await begin(it, asks());
    await putFlow(it, 'f', asks('review'));
    expect(await trail(it)).toMatchObject({ own_template: true, current: { template_version: 2 } });
  });
});

describe('a page', () => {
  test('of a trail, of an artifact and of a flow shows both states where they differ, and one where they do not', async () => {
    const it = await askedForMore();
    const pages = ['/acme/flows/f/trails/t', `/acme/flows/f/artifacts/${fingerprint}`, '/acme/flows/f'];
    for (const page of pages)
      expect(textOf((await open(it, page)).text)).toContain('✔ compliant as decided, … incomplete by what is asked now');
    const { text } = await open(it, '/acme/flows/f/trails/t');
    expect(text).toContain('<title>compliant, now incomplete: t · f · acme</title>');
    expect(textOf(text)).toMatch(/The template version: 1 .*The template that the flow has now version: 1 .*review/);
    await attest(it, 'f/t', { attestation_name: 'review' });
    for (const page of pages) expect(textOf((await open(it, page)).text)).not.toMatch(/as decided|flow has now/);
  });

  test('of a trail with a template of its own says so', async () => {
    const it = await world();
    await putFlow(it, 'f', asks('unit'));
    await begin(it, asks());
    const words = textOf((await open(it, '/acme/flows/f/trails/t')).text);
    expect(words).toContain('✔ compliant as decided, … incomplete by what is asked now');
    expect(words).toMatch(/The template, of this trail alone version: 1 .*The template that the flow has now version: 1 .*unit/);
  });
});
