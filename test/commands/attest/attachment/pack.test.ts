import { randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../../src/contract/limits.ts';
import { checkoutOf, folder, unpack, useAttest } from '../../attach-support.ts';

const attest = useAttest();

const secret = 'AKIA-SECRET-IN-A-LOG';
const noisy = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="basket" tests="2">
    <properties><property name="token" value="${secret}"/></properties>
    <testcase name="adds" classname="basket"/>
    <testcase name="removes" classname="basket"><failure message="2 is not 1">at basket.js:3</failure><system-out><![CDATA[${secret}]]></system-out></testcase>
    <system-err>${secret}</system-err>
  </testsuite>
</testsuites>
`;
const clean = noisy
  .replace(/<properties>.*<\/properties>/, '')
  .replace(/<system-out>.*<\/system-out>/, '')
  .replace(/<system-err>.*<\/system-err>/, '');

/** A results file whose cases that passed alone are larger than the limit, gzipped too; the names cannot be compressed. */
function large(passed: number, failed: number): string {
  const some = (length: number, inside: string): string =>
    Array.from({ length }, () => `<testcase name="${randomBytes(9_000).toString('base64')}">${inside}</testcase>\n`).join('');
  return `<testsuite name="large" tests="${passed + failed}">\n${some(passed, '')}${some(failed, '<failure/>')}</testsuite>\n`;
}

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

test('results of more than 10 MiB go without their passed test cases, and it is told how many', async () => {
  const workspace = checkoutOf({ 'build/large.xml': large(1_000, 3) });
  const { result, stored, warnings } = await attest(workspace);
  const text = stored?.toString() ?? '';
  expect(text.match(/<testcase/g)).toHaveLength(3);
  expect(text.match(/<failure/g)).toHaveLength(3);
  expect(text).toContain('<testsuite name="large" tests="1003">');
  expect(warnings).toEqual([expect.stringMatching(/1,000 passed test cases are left out.*10 MiB/)]);
  expect(result.evidence?.sending.kind).toBe('accepted');
  expect(result.evidence?.junit.totals).toMatchObject({ total: 1003, passed: 1000 });
});

test('the same holds for an archive, where the compressed size counts', async () => {
  const workspace = checkoutOf({ 'build/large.xml': large(1_200, 1), 'build/unit.xml': noisy });
  const { stored, warnings } = await attest(workspace);
  const files = unpack(stored);
  expect(Object.keys(files)).toEqual(['build/large.xml', 'build/unit.xml']);
  expect(files['build/large.xml']?.match(/<testcase/g)).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining('1,201 passed test cases')]);
});

test('a results file that many logs make larger than 10 MiB fits without them, and nothing is warned about', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': noisy.replaceAll(secret, `${secret} `.repeat(200_000)) });
  const { stored, warnings } = await attest(workspace);
  expect(stored?.toString()).toBe(clean);
  expect(warnings).toEqual([]);
});

test('attach: full keeps the logs of what failed when the whole is too large', async () => {
  const workspace = checkoutOf({
    'build/large.xml': large(1_000, 0).replace(
      '</testsuite>',
      `${noisy.slice(noisy.indexOf('<testcase'), noisy.indexOf('<system-err>'))}</testsuite>`,
    ),
  });
  const { stored, warnings } = await attest(workspace, { attach: 'full' });
  expect(stored?.toString()).toContain(secret);
  expect(stored?.toString().match(/<testcase/g)).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining('1,001 passed test cases are left out')]);
});

test('results that are too large even so are left out altogether, and the attachments of the caller stay', async () => {
  const workspace = checkoutOf({ 'build/large.xml': large(1, 1_400), 'notes.txt': 'words' });
  const { result, stored, warnings } = await attest(workspace, { attachments: 'notes.txt' });
  expect(stored?.toString().slice(0, 80)).toBe('words');
  expect(result.evidence?.attachment?.name).toBe('notes.txt');
  expect(warnings).toEqual([expect.stringMatching(/1 results file is left out.*10 MiB/)]);
});

test('attachments of the caller that are too large leave nothing, and the evidence is recorded all the same', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': noisy, 'noise.bin': randomBytes(limits.attachmentBytes + 1) });
  const { result, stored, warnings, leftovers } = await attest(workspace, { attachments: 'noise.bin' });
  expect(stored).toBeUndefined();
  expect(leftovers).toEqual([]);
  expect(result.evidence?.attachment).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('1 results file is left out'), expect.stringMatching(/10.0 MiB.*nothing is attached/)]);
  expect(result.evidence?.sending.kind).toBe('accepted');
});

test('a file of exactly the limit goes', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': noisy, 'zeros.bin': '' });
  truncateSync(join(workspace, 'zeros.bin'), limits.attachmentBytes);
  const { stored, warnings } = await attest(workspace, { attach: 'never', attachments: 'zeros.bin' });
  expect(stored).toHaveLength(limits.attachmentBytes);
  expect(warnings).toEqual([]);
});

test('broken files stay behind and are named; the good ones go with the record that says so', async () => {
  const workspace = checkoutOf({ 'build/broken.xml': noisy.slice(0, 200), 'build/unit.xml': noisy, 'build/empty.xml': '' });
  const { result, stored, warnings } = await attest(workspace);
  expect(stored?.toString()).toBe(clean);
  expect(warnings).toEqual(['attach: build/broken.xml and build/empty.xml are no evidence, so not attached']);
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
