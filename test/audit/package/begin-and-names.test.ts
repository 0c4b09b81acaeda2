import { describe, expect, test } from 'vitest';
import { outcomeWords } from '../../../src/audit/package/outcome.ts';
import { about, archive, body, check, logOf, member, sample } from './packing.ts';

describe('a name that is another one on another system is refused:', () => {
  // On Windows and macOS the later member would be written over the earlier one.
  test.each(['Manifest.json', 'Sha256sums', 'Index.html'])('%s', async (path) => {
    const { contents, log } = sample();
    const { problems } = await check(await archive(about(log), [...contents, member(path, 'x')]));
    expect(problems).toEqual(['Two members of the manifest have one name where big and small letters are the same']);
  });

  test.each(['index.html.', 'in-force./x', 'a../b'])('%s cannot be written', async (path) => {
    const { contents, log } = sample();
    await expect(archive(about(log), [...contents, member(path, 'x')])).rejects.toThrow(`${path} cannot be the name of a member`);
  });
});

test('a package that begins late says that the records before are not in it', async () => {
  const { contents } = sample();
  const { lines, log } = logOf([body(1), body(2), body(3)]);
  const first = logOf([body(1)]).log.to;
  const rest = lines.split('\n').slice(1).join('\n');
  const late = await archive(about({ ...log, from: first }), [...contents.slice(2), member('records.ndjson', rest)]);
  const checked = await check(late, log.to.link);
  expect(checked.problems).toEqual([]);
  expect(outcomeWords(checked)).toContain(
    'The records up to 1 are not in the package, not even as hashes: nobody can see here what they say.',
  );
});
