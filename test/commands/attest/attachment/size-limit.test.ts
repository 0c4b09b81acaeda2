import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fit } from '../../../../src/commands/attest/attachment/size-limit.ts';
import type { JunitFile } from '../../../../src/junit/index.ts';
import { folder } from '../../attach-support.ts';

const content = '<testsuite name="s"><testcase name="a"/></testsuite>';

/** A results file as it was counted, and as it lies there now. */
function results(place: string, now: string): JunitFile {
  const path = join(place, 'unit.xml');
  writeFileSync(path, now);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: 'build/unit.xml', path, bytes: content.length, sha256, rows: 1, tests: 1 };
}

test.each([
  ['written again', content.replace('"a"', '"b"')],
  ['not well formed', content.slice(0, 30)],
])('a results file that is %s after it was counted stays behind, and never makes an empty archive', async (_what, now) => {
  const place = folder();
  const { file, warnings } = await fit([], [results(place, now)], 'results', place);
  expect(file).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('build/unit.xml is not attached')]);
});

test('what the caller attaches goes along all the same', async () => {
  const [place, target] = [folder(), folder()];
  const own = join(place, 'notes.txt');
  writeFileSync(own, 'words');
  const { file, warnings } = await fit([{ path: own, name: 'notes.txt' }], [results(place, 'changed')], 'results', target);
  expect(file).toMatchObject({ name: 'notes.txt', path: own, bytes: 5 });
  expect(warnings).toHaveLength(1);
});
