import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Row, Steps } from '../../../src/service/sql/sql.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { member, newFile, record } from './setup.ts';

/** How often an engine behind a network would have waited: once for each answer, and once at the end. */
let trips = 0;

function* counted<Result>(body: Steps<Result>): Steps<Result> {
  const held: (() => void)[] = [];
  let step = body.next();
  while (step.done !== true) {
    const { answer, ...statement } = step.value;
    const rows: readonly Row[] = yield statement;
    if (statement.unanswered === true) {
      // A statement that needs no answer is sent before there is one. Its rows come with the next answer.
      if (answer !== undefined) held.push(() => answer(rows));
      step = body.next([]);
      continue;
    }
    trips += 1;
    for (const tell of held.splice(0)) tell();
    step = body.next(rows);
  }
  trips += 1;
  return step.value;
}

async function open() {
  const file = await newFile();
  const bare = openSqlite(file);
  onTestFinished(async () => {
    await bare.close();
    await rm(join(file, '..'), { recursive: true, force: true });
  });
  const engine: Engine = {
    ...bare,
    write: (body) => bare.write(() => counted(body())),
    writeJoint: (joint) => bare.writeJoint({ ...joint, all: (items) => counted(joint.all(items)) }),
  };
  const store = createStore(engine, complianceRules);
  return { store, author: await member(store, 'ada', 'acme') };
}

test('a record on a trail that is there takes three round trips', async () => {
  const { author, store } = await open();
  await record(store, author);
  trips = 0;
  await record(store, author, { name: 'lint' });
  expect(trips).toBe(3);
});

test('a key and a file take no more', async () => {
  const { author, store } = await open();
  await record(store, author);
  trips = 0;
  const attachment = { id: '0a', filename: 'r.xml', bytes: 3, sha256: 'f'.repeat(64) };
  await record(store, author, { name: 'lint', attachment, request: { key: 'k', hash: 'h' } });
  expect(trips).toBe(3);
});
