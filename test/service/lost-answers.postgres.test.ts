import { expect, test } from 'vitest';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { recordWithLostAnswers, wholeChain } from './lost-answers.ts';
import { begun, serve } from './processes.ts';

test.each([1, 2])(
  '50 clients on one trail, whose answers a proxy loses, leave 50 records in one chain (%i processes)',
  async (processes) => {
    const place = await begun();
    const services = await Promise.all(Array.from({ length: processes }, () => serve(place)));
    expect(
      await recordWithLostAnswers(
        postgresDatabase(place),
        services.map(({ url }) => url),
      ),
    ).toMatchObject(wholeChain);
  },
);
