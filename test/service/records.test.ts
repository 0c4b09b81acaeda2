import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Records } from '../../src/contract/index.ts';
import { createToken } from '../../src/service/index.ts';
import { link } from './store/stranger.ts';
import { attest, world, type World } from './support.ts';

/** A service with some records, and the client of an auditor. */
async function stage(): Promise<World & { readonly auditor: ReturnType<World['as']> }> {
  const it = await world();
  for (const trail of ['t1', 't2', 't3']) await attest(it, `f/${trail}`);
  return { ...it, auditor: it.as(await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'auditor' })) };
}

async function page({ auditor }: { readonly auditor: ReturnType<World['as']> }, query = ''): Promise<Records> {
  const { body, status } = await auditor.get(`/records/acme${query}`);
  expect(status).toBe(200);
  if (!Check(Records, body)) throw new Error(`Not the records: ${JSON.stringify(body)}`);
  return body;
}

describe('the records of an organization', () => {
  test('come in the order of the log, and their links are those of the format, up to the head', async () => {
    const { head, org, records } = await page(await stage());
    expect(org).toBe('acme');
    let previous = '0'.repeat(64);
    records.forEach(({ body, link: told, sequence }, index) => {
      previous = link(previous, index + 1, JSON.parse(body).version, body);
      expect([sequence, told]).toEqual([index + 1, previous]);
    });
    expect(head).toEqual({ sequence: records.length, link: previous });
    const kinds = records.map(({ body }): unknown => JSON.parse(body).kind);
    expect(kinds.filter((kind) => kind === 'attestation')).toHaveLength(3);
    expect(kinds).toContain('token_made');
  });

  test('end with the head that the last attestation was answered with', async () => {
    const it = await stage();
    const { body } = await attest(it, 'f/t4');
    expect((await page(it)).head.link).toBe(Object(body).head);
  });

  test('meet at the edges of pages, and end in an empty one', async () => {
    const it = await stage();
    const whole = await page(it);
    const found: Records['records'][number][] = [];
    for (;;) {
      const { head, records } = await page(it, `?after=${found.length}&limit=2`);
      expect(head).toEqual(whole.head);
      found.push(...records);
      if (records.length === 0) break;
      expect(records.length).toBeLessThanOrEqual(2);
    }
    expect(found).toEqual(whole.records);
  });

  test('of several megabytes come a few at a time, and one larger than an answer comes alone', async () => {
    const it = await stage();
    const before = (await page(it)).head.sequence;
    const long = (letters: number) => attest(it, 'f/long', { user_data: { text: 'x'.repeat(letters) } });
    for (const letters of [1_900_000, 1_900_000, 1_900_000, 5_000_000, 10]) expect((await long(letters)).status).toBe(201);
    const counts: number[] = [];
    for (let after = before; ;) {
      const { head, records } = await page(it, `?after=${after}&limit=1000`);
      counts.push(records.length);
      after += records.length;
      if (after === head.sequence) break;
    }
    // A new trail is a record as well.
    expect(counts).toEqual([3, 1, 1, 1]);
  });

  test('are read with a query that makes sense', async () => {
    const { auditor } = await stage();
    for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=1001', 'page=2'])
      expect([query, (await auditor.get(`/records/acme?${query}`)).status]).toEqual([query, 400]);
  });
});
