import { expect, onTestFinished } from 'vitest';
import { verifyData, type Place } from '../../src/service/index.ts';
import { fault, startFaultServer } from '../support/fault-server.ts';
import { attest, client, field, token, type Answer } from './client.ts';

const clients = Array.from({ length: 50 }, (_, index) => index);

/** Something in front of a service that passes every request on, and loses the first two answers of each key. */
async function losingAnswers(target: string) {
  const seen = new Map<string, number>();
  const server = await startFaultServer({
    target,
    script: ({ headers }) => {
      const key = String(headers['idempotency-key']);
      const time = (seen.get(key) ?? 0) + 1;
      seen.set(key, time);
      return time <= 2 ? fault.loseAnswer() : fault.pass();
    },
  });
  onTestFinished(() => server.close());
  return server;
}

/**
 * 50 clients record on one trail at once, through proxies that lose answers, and ask the next service again with the same key: there
 * are 50 records with their files, and each answer names the one record of its client. Answers what `verify` says afterwards.
 */
export async function recordWithLostAnswers(place: Place, urls: readonly string[]): ReturnType<typeof verifyData> {
  const proxies = await Promise.all(urls.map(losingAnswers));
  const record = async (index: number): Promise<Answer> => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const to = client(proxies[(index + attempt) % proxies.length]?.url ?? '', { authorization: `Bearer ${token}` });
      const upload = index % 5 === 0 ? { content: `file ${index}` } : undefined;
      const answer = await attest(to, 'f/t', { attestation_name: `n${index}` }, upload, { 'idempotency-key': `key-${index}` }).catch(
        () => undefined,
      );
      // 409 is for a request whose first one is still under way.
      if (answer !== undefined && answer.status !== 409 && answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`Client ${index} was never answered.`);
  };
  const answers = await Promise.all(clients.map(record));
  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 201));
  expect(answers.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true);
  const lostOrGiven = proxies.flatMap(({ requests }) => requests.map(({ targetStatus }) => targetStatus));
  expect(lostOrGiven.length).toBeGreaterThanOrEqual(150);
  expect([201, 409, 503]).toEqual(expect.arrayContaining(lostOrGiven));

  const it = client(urls[0] ?? '', { authorization: `Bearer ${token}` });
  const listed = field((await it.get('/attestations/acme?per_page=100')).body, 'data');
  const rows = Array.isArray(listed) ? listed.map((each: unknown) => [field(each, 'attestation_name'), field(each, 'attestation_id')]) : [];
  expect(new Map(rows.map(([name, id]) => [String(name), id]))).toEqual(
    new Map(answers.map(({ body }, index) => [`n${index}`, field(body, 'attestation_id')])),
  );
  expect(rows).toHaveLength(50);
  return verifyData({ dataDir: place });
}

/** The answer of `verify` about 50 records, 10 of them with a file, after those of the token, the flow and the trail. */
export const wholeChain = { problem: undefined, organizations: [{ org: 'acme', records: 53, blobs: 10, problem: undefined }] };
