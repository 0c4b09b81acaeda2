import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService, verifyData } from '../../../src/service/index.ts';
import { rechain } from '../store/rechain.ts';
import { keptData, problems, tamperedCopy } from './tamper.ts';

test('records of a kind that is not known hold as links of the chain, and are counted; nothing is said of the tables', async () => {
  const { whole } = await keptData();
  onTestFinished(() => rm(whole, { recursive: true, force: true }));
  const later = (body: string, sequence: number) => (sequence > 3 ? body.replace('"kind":"attestation"', '"kind":"a_later_one"') : body);
  const home = await tamperedCopy(whole, (database) => rechain(database, 'acme', later));
  const report = await verifyData({ dataDir: home });
  const unapplied = new Map([['a_later_one', 7]]);
  const [acme, globex] = report.organizations;
  expect([report.problem, acme?.problem, acme?.unapplied, globex?.unapplied]).toEqual([undefined, undefined, unapplied, new Map()]);
  expect(acme?.records).toBe((await verifyData({ dataDir: whole })).organizations[0]?.records);
  const witness = (await verifyData({ dataDir: home, head: acme?.head ?? '' })).organizations[0]?.witness;
  expect(witness).toBe('end');
  const broken = await tamperedCopy(home, (database) =>
    database.exec(`update records set body = replace(body, '"a_later_one"', '"a_later_two"')`),
  );
  expect(await problems(broken)).toMatch(/Record \d+: its hash is not that of its content/);
  const renamed = await tamperedCopy(home, (database) => database.exec(`update records set kind = 'x' where kind = 'a_later_one'`));
  expect(await problems(renamed)).toMatch(/its columns say other than its content/);
  await expect(startService({ host: '127.0.0.1', port: 0, dataDir: home })).rejects.toThrow(
    'The data holds records of kinds that this program does not know: a_later_one.',
  );
});

test('nothing that such a record may have made is missed or found too much: a flow that others rest on, the row of a file', async () => {
  const { whole } = await keptData();
  onTestFinished(() => rm(whole, { recursive: true, force: true }));
  const home = await tamperedCopy(whole, (database) => {
    rechain(database, 'acme', (body) => body.replace('"kind":"flow_reported"', '"kind":"a_later_one"'));
    database.exec('delete from blobs');
  });
  expect(await problems(home)).toBe('');
  expect((await verifyData({ dataDir: home })).organizations[0]?.unapplied).toEqual(new Map([['a_later_one', 3]]));
});
