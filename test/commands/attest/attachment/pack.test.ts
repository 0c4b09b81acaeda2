import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, unpack } from '../../attach-files.ts';
import { checkoutOf, clean, noisy, secret, useAttest } from '../../attach-support.ts';

const attest = useAttest();

test('one results file goes under its own name, without its logs and properties, else byte for byte', async () => {
  const { result, stored, warnings, infos, leftovers } = await attest(checkoutOf({ 'build/unit.xml': noisy }));
  expect(stored?.toString()).toBe(clean);
  expect(result.evidence?.attachment).toEqual({ name: 'unit.xml', bytes: clean.length });
  expect(warnings).toEqual([]);
  expect(infos).toContainEqual(
    'Attaching unit.xml (500 B): 1 results file without 3 elements of logs and properties'.replace('500', String(clean.length)),
  );
  expect(leftovers).toEqual([]);
});

test('several files go as an archive whose entries keep their paths; what attachments names goes as it is', async () => {
  const workspace = checkoutOf({ 'build/a.xml': noisy, 'build/b.xml': noisy.replace('adds', 'adds more'), 'report/index.html': secret });
  const { result, stored, warnings } = await attest(workspace, { attachments: 'report/*' });
  expect(result.evidence?.attachment?.name).toBe('evidence.tgz');
  expect(unpack(stored)).toEqual({
    'build/a.xml': clean,
    'build/b.xml': clean.replace('adds', 'adds more'),
    'report/index.html': secret,
  });
  expect(warnings).toEqual([]);
});

test('a results file that attachments names too goes once, as it is', async () => {
  const { stored } = await attest(checkoutOf({ 'build/unit.xml': noisy }), { attachments: 'build/unit.xml' });
  expect(stored?.toString()).toBe(noisy);
});

test('attach: full leaves nothing out; attach: never leaves only what attachments names', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': noisy, 'notes.txt': 'words' });
  expect((await attest(workspace, { attach: 'full' })).stored?.toString()).toBe(noisy);
  expect((await attest(workspace, { attach: 'never' })).stored).toBeUndefined();
  expect((await attest(workspace, { attach: 'never', attachments: 'notes.txt' })).stored?.toString()).toBe('words');
});

test('files outside of the workspace lie under outside/ in the archive, each under a name of its own', async () => {
  const [one, other] = [folder(), folder()];
  for (const place of [one, other]) writeFileSync(join(place, 'same.xml'), noisy.replace('basket', place));
  const workspace = checkoutOf({ 'build/unit.xml': noisy, 'outside/same.xml': noisy });
  const { stored } = await attest(workspace, { 'junit-paths': ['**/*.xml', join(one, 'same.xml'), join(other, 'same.xml')].join('\n') });
  const names = Object.keys(unpack(stored)).toSorted();
  expect(names).toEqual(['build/unit.xml', 'outside/same-2.xml', 'outside/same-3.xml', 'outside/same.xml']);
});

test('broken files stay behind, with errors of their own; the good ones go with the record that says so', async () => {
  const workspace = checkoutOf({ 'build/broken.xml': noisy.slice(0, 200), 'build/unit.xml': noisy, 'build/empty.xml': '' });
  const { result, stored, warnings } = await attest(workspace);
  expect(stored?.toString()).toBe(clean);
  expect(warnings).toEqual([]);
  expect(result.evidence?.problems).toHaveLength(2);
});

test('where no file can be had, nothing is attached: never an empty archive', async () => {
  const { result, stored } = await attest(checkoutOf({}));
  expect(stored).toBeUndefined();
  expect(result.evidence?.sending.kind).toBe('accepted');
});

test('a dry run says what would go along, with its size, and leaves nothing behind', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': noisy, 'notes.txt': 'words' });
  const { infos, stored, result, leftovers } = await attest(workspace, { 'dry-run': 'true', attachments: 'notes.txt' });
  expect(stored).toBeUndefined();
  expect(infos).toContainEqual(
    expect.stringMatching(
      /^Would attach evidence\.tgz \(\d+ B\): 1 results file without 3 elements of logs and properties and 1 attachment$/,
    ),
  );
  expect(result.evidence?.attachment).toMatchObject({ name: 'evidence.tgz' });
  expect(leftovers).toEqual([]);
});

test('where nothing can be packed, that is told, and the evidence is recorded without it', async () => {
  const { result, stored, warnings } = await attest(checkoutOf({ 'build/unit.xml': noisy }), {}, join(folder(), 'absent'));
  expect(stored).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/nothing is attached.*ENOENT/)]);
  expect(result.evidence?.sending.kind).toBe('accepted');
});
