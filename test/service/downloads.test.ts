import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attest, field, sha, token, world, type Upload, type World } from './support.ts';

/** Attaches a file to a record on `f/t`, and answers the path of its download. */
async function attached(it: World, upload: Upload): Promise<string> {
  const { body } = await attest(it, 'f/t', {}, upload);
  return `/attestations/acme/f/trail/t/attestation/${String(field(body, 'attestation_id'))}/evidence`;
}

const download = (it: World, path: string): Promise<Response> =>
  fetch(`${it.service.url}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('the file of a record', () => {
  test.each([0, 1, 70_000, 5_000_000])('comes back byte by byte, all %i of them, and only to be saved', async (size) => {
    const it = await world();
    const content = new Uint8Array(Buffer.alloc(size, 'what a test wrote, byte by byte'));
    const answer = await download(it, await attached(it, { content, name: 'r.html' }));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="r.html"; filename*=UTF-8''r.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'repr-digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
    });
  });

  test.each([
    [`a";filename=x.html`, `a%22;filename=x.html`, 'a%2522%3Bfilename%3Dx.html'],
    ['☃ (1).txt', '_ (1).txt', '%E2%98%83%20%281%29.txt'],
    ['𝔘.txt', '_.txt', '%F0%9D%94%98.txt'],
    ['a\u202Etxt.exe\u200B\u009B', 'a_txt.exe__', 'a_txt.exe__'],
  ])('has its name %j in a header that it cannot end', async (name, ascii, whole) => {
    const it = await world();
    const answer = await download(it, await attached(it, { content: 'x', name }));
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii.replaceAll('%', '_')}"; filename*=UTF-8''${whole}`,
    );
  });

  test('that is not there is 404, and says what is not there', async () => {
    const it = await world();
    const path = await attached(it, { content: 'x' });
    const { body } = await attest(it, 'f/t');
    const bare = String(field(body, 'attestation_id'));
    const messageOf = async (at: string): Promise<unknown> => {
      const answer = await it.get(at);
      return [answer.status, field(answer.body, 'message')];
    };
    expect(await messageOf(`/attestations/acme/f/trail/t/attestation/${bare}/evidence`)).toEqual([
      404,
      expect.stringMatching(/^No file is attached to the attestation .* 'unit'/),
    ]);
    for (const elsewhere of [
      path.replace('trail/t/', 'trail/u/'),
      path.replace('acme/f/', 'acme/g/'),
      path.replace(/\/[0-9a-f]{8}-/, '/00000000-'),
    ])
      expect(await messageOf(elsewhere)).toEqual([404, expect.stringMatching(/has no attestation/)]);
    expect((await it.get(path.replace(/\/[0-9a-f]{8}-/, '/../'))).status).toBe(404);
    expect((await it.get('/attestations/acme/f/trail/t/attestation/x/evidence')).status).toBe(400);
  });

  test('that was changed or lost on the disk is never given out whole', async () => {
    const it = await world();
    const content = 'true words, '.repeat(20_000);
    const path = await attached(it, { content });
    const [id = ''] = (await readdir(join(it.dataDir, 'blobs'))).filter((name) => name !== 'incoming');
    const blob = join(it.dataDir, 'blobs', id);
    // The answer has already begun, so it is cut off.
    await writeFile(blob, content.replace(/, $/, '. '));
    await expect(download(it, path).then((answer) => answer.text())).rejects.toThrow(/terminated/);
    await writeFile(blob, `${content}more`);
    expect((await it.get(path)).status).toBe(500);
    await rm(blob);
    expect((await it.get(path)).status).toBe(500);
  });
});

describe('the records of a name about an artifact', () => {
  const fingerprint = `ab${'0'.repeat(62)}`;
  const report = (it: World, trail: string): Promise<unknown> =>
    it.json('POST', '/artifacts/acme/f', {
      fingerprint,
      filename: 'cli',
      git_commit: sha,
      build_url: 'https://ci.example/1',
      commit_url: 'https://host.example/c',
      template_reference_name: 'cli',
      trail_name: trail,
    });
  const namesOf = async (it: World, path: string): Promise<unknown> => {
    const { body } = await it.get(`/attestations/acme/f/artifact/${path}`);
    return Array.isArray(body) ? body.map((each: unknown) => field(each, 'description')) : body;
  };

  test('are those about itself and those that were made before it, on all of its trails', async () => {
    const it = await world();
    const early = { target_artifacts: ['cli'], git_commit_info: { sha1: sha } };
    await attest(it, 'f/t', { ...early, description: 'early' });
    await attest(it, 'f/t', { ...early, git_commit_info: { sha1: 'b'.repeat(40) }, description: 'of another commit' });
    await attest(it, 'f/t', { ...early, target_artifacts: ['web'], description: 'of another artifact' });
    await report(it, 't');
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, description: 'own' });
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, attestation_name: 'lint', description: 'of another name' });
    await attest(it, 'f/t', { description: 'of the trail' });
    await report(it, 'u');
    await attest(it, 'f/u', { artifact_fingerprint: fingerprint, description: 'on another trail' });
    expect(await namesOf(it, `${fingerprint}/unit`)).toEqual(['on another trail', 'own', 'early']);
    expect(await namesOf(it, `${fingerprint.slice(0, 5)}/unit`)).toEqual(['on another trail', 'own', 'early']);
    expect(await namesOf(it, `${fingerprint}/nothing`)).toEqual([]);
    expect(await namesOf(it, `abcde/unit`)).toEqual([]);
    expect((await it.get('/attestations/acme/f/artifact/ab/unit')).status).toBe(400);
  });
});

describe('the records of a flow', () => {
  test('are listed newest first, page by page, between two moments', async () => {
    const it = await world();
    for (let index = 0; index < 5; index += 1) await attest(it, `f/t${index % 2}`, { description: String(index) });
    await attest(it, 'g/t', { description: 'of another flow' });
    const listed = async (query: string): Promise<unknown> => {
      const { body } = await it.get(`/attestations/acme/f${query}`);
      const items = field(body, 'data');
      return [Array.isArray(items) ? items.map((each: unknown) => Number(field(each, 'description'))) : items, field(body, 'pagination')];
    };
    expect(await listed('')).toEqual([[4, 3, 2, 1, 0], { total: 5, page: 1, per_page: 20, page_count: 1 }]);
    expect(await listed('?page=2&per_page=2')).toEqual([[2, 1], { total: 5, page: 2, per_page: 2, page_count: 3 }]);
    const times = [0, 1, 2, 3, 4];
    const { body } = await it.get('/attestations/acme/f');
    const first = Math.floor(Number(field(body, 'data.4.created_at')));
    expect(await listed(`?from_timestamp=${first}&to_timestamp=${first + 3600}`)).toMatchObject([times.toReversed(), { total: 5 }]);
    expect(await listed(`?from_timestamp=${first + 3600}`)).toMatchObject([[], { total: 0, page_count: 0 }]);
    expect(await listed(`?to_timestamp=${first - 1}`)).toMatchObject([[], { total: 0 }]);
    const none = await it.get('/attestations/acme/nowhere');
    expect([none.status, field(none.body, 'message')]).toEqual([404, expect.stringContaining("no flow 'nowhere'")]);
  });
});
