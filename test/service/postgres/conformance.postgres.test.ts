import { onTestFinished } from 'vitest';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { newSchema } from '../../support/postgres/database.ts';
import { everyConformance } from '../store/every-conformance.ts';

async function open(): Promise<Engine> {
  const engine = await openPostgres(readAddress(await newSchema()));
  onTestFinished(() => engine.close());
  return engine;
}

everyConformance('PostgreSQL', open);
