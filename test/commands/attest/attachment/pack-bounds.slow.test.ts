import { randomBytes } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../../src/contract/limits.ts';
import { unpack } from '../../attach-files.ts';
import { checkoutOf, clean, noisy, secret, useAttest } from '../../attach-support.ts';

const attest = useAttest();

/** A results file whose cases that passed alone are larger than the limit, gzipped too; the names cannot be compressed. */
function large(passed: number, failed: number): string {
  const some = (length: number, inside: string): string =>
    Array.from({ length }, () => `<testcase name="${randomBytes(9_000).toString('base64')}">${inside}</testcase>\n`).join('');
  return `<testsuite name="large" tests="${passed + failed}">\n${some(passed, '')}${some(failed, '<failure/>')}</testsuite>\n`;
}

test('results of more than 10 MiB go without their passed test cases, and it is told how many', async () => {
  const workspace = checkoutOf({ 'build/large.xml': large(1_000, 3) });
  const { result, stored, warnings } = await attest(workspace);
  const text = stored?.toString() ?? '';
  expect(text.match(/<testcase/g)).toHaveLength(3);
  expect(text.match(/<failure/g)).toHaveLength(3);
  expect(text).toContain('<testsuite name="large" tests="1003">');
  expect(warnings).toEqual([expect.stringMatching(/1,000 passed test cases are left out.*10 MiB/)]);
  expect(result.evidence?.sending.kind).toBe('accepted');
  expect(result.evidence?.results.totals).toMatchObject({ total: 1003, passed: 1000 });
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
