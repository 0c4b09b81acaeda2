import { expect, test } from 'vitest';
import { Damage, watchDamage } from '../../../src/service/faults.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql, type Steps } from '../../../src/service/sql/sql.ts';
import { sqliteCatalog } from '../../../src/service/sqlite/engine.ts';

test('the first damage is remembered, whether a read or a write met it, and every error is passed on', async () => {
  let [closed, fail]: [boolean, Error | undefined] = [false, undefined];
  const drive = async <Result>(body: () => Steps<Result>): Promise<Result> => {
    if (fail !== undefined) throw fail;
    const steps = body();
    steps.next();
    const end = steps.next([]);
    if (end.done !== true) throw new Error('One statement was expected.');
    return end.value;
  };
  const writeJoint: Engine['writeJoint'] = async (joint) => {
    const [result] = await drive(() => joint.all([joint.item]));
    if (result === undefined) throw new Error('One result was expected.');
    return result;
  };
  const bare: Engine = {
    read: drive,
    readQuickly: drive,
    readSlowly: drive,
    write: drive,
    writeJoint,
    close: async () => void (closed = true),
    catalog: sqliteCatalog,
  };
  const { engine, damage } = watchDamage(bare);
  const seven = function* (): Steps<number> {
    yield* query(sql`select 7`);
    return 7;
  };
  expect([await engine.read(seven), await engine.write(seven), damage()]).toEqual([7, 7, undefined]);
  fail = new Error('another failure');
  await expect(engine.read(seven)).rejects.toBe(fail);
  expect(damage()).toBeUndefined();
  fail = new Damage('first');
  await expect(engine.write(seven)).rejects.toBe(fail);
  fail = new Damage('second');
  await expect(engine.read(seven)).rejects.toBe(fail);
  expect(damage()).toBe('first');
  await engine.close();
  expect(closed).toBe(true);
});
