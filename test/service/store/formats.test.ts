import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startService, verifyData } from '../../../src/service/index.ts';
import { kindNames } from '../../../src/service/log/kinds.ts';
import { formatVersions } from '../../../src/service/record/kind.ts';
import { attest, client, field, folder, token } from '../support.ts';
import { headsIn } from './stranger.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/data');

/** Data that somebody keeps, and the content of its log when it was written. These folders are never made again. */
async function kept(name: string) {
  const home = await folder();
  await cp(join(fixtures, name), home, { recursive: true });
  await writeFile(join(home, 'evidence.db'), gunzipSync(await readFile(join(home, 'evidence.db.gz'))));
  await rm(join(home, 'evidence.db.gz'));
  const expected: {
    readonly heads: readonly string[];
    readonly kinds: Readonly<Record<string, number>>;
    readonly organizations: readonly { readonly org: string; readonly records: number; readonly blobs: number; readonly head: string }[];
  } = JSON.parse(await readFile(join(home, 'expected.json'), 'utf8'));
  return { home, expected };
}

/** Next to the data of each version, data that was made when kinds of records came to it. */
const names = [
  ...formatVersions.map((version) => `format-${version}`),
  'format-2-tokens',
  'format-2-jobs',
  'format-2-restored',
  'format-2-sessions',
  'format-2-operators',
];

test('data of each version of the format is kept', async () => {
  const folders = (await readdir(fixtures, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('every kind that is written now is in the data that was made last', async () => {
  const { expected } = await kept(names.at(-1) ?? '');
  const onlyRead = ['member_reported', 'tokens_revoked', 'token_granted'];
  expect(Object.keys(expected.kinds)).toEqual(kindNames.filter((kind) => !onlyRead.includes(kind)).toSorted());
});

describe.each(names)('data of %s', (name) => {
  test('holds for a reader who knows the page about the format and nothing else', async () => {
    const { home, expected } = await kept(name);
    expect([...headsIn(join(home, 'evidence.db'))]).toEqual(expected.organizations.map(({ org, head }) => [org, head]));
  });

  test('is served, written to, and verified, and what was a witness then is one still', async () => {
    const { home, expected } = await kept(name);
    const [acme] = expected.organizations;
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir: home });
    try {
      expect(await verifyData({ dataDir: home })).toMatchObject({
        problem: undefined,
        organizations: expected.organizations.map((each) => ({ ...each, problem: undefined, unapplied: new Map() })),
      });
      const it = client(service.url, { authorization: `Bearer ${token}` });
      const statusOf = async (trail: string) => field((await it.get(`/trails/acme/${trail}`)).body, 'compliance_status.status');
      expect([await statusOf('f/t'), await statusOf('new/t')]).toEqual(['COMPLIANT', 'NON-COMPLIANT']);
      const written = await attest(it, 'f/t');
      expect(written.status).toBe(201);
      await service.close();
      for (const head of expected.heads) {
        const [now] = (await verifyData({ dataDir: home, head })).organizations;
        expect(now).toMatchObject({ problem: undefined, witness: 'before', records: (acme?.records ?? 0) + 1, blobs: 1 });
      }
      expect(headsIn(join(home, 'evidence.db')).get('acme')).toBe(field(written.body, 'head'));
    } finally {
      await service.close();
    }
  });
});
