import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { playNamed } from '../play-named.ts';

const token = 'a-token-for-tests-only';
let folder = '';
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-refused-'));
  const dataDir = join(folder, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
  service = await startService({ host: '127.0.0.1', port: 0, dataDir });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const entries = (...lines: readonly string[]): string => `name: shop\ntemplate:\n  trail:\n    attestations:\n${lines.join('\n')}\n`;

it.each([
  [
    'a type',
    entries('      - name: unit', '        type: junits'),
    /^flow\.yml, line 6: trail\.attestations\[0\]\.type is "junits"; did you mean junit\?$/,
  ],
  [
    'a type like no other',
    entries('      - { name: unit, type: nonsense }'),
    /^flow\.yml, line 5: trail\.attestations\[0\]\.type is "nonsense", and must be "generic" or "junit" or .*"\*"$/,
  ],
  [
    'a name that is not there',
    entries('      - { type: junit }'),
    /^flow\.yml, line 5: trail\.attestations\[0\]\.name is missing: add it$/,
  ],
  [
    'a name twice',
    entries('      - { name: unit, type: junit }', '      - { name: unit, type: junit }'),
    /^flow\.yml, line 6: trail\.attestations\[1\]\.name is "unit", and is the same as trail\.attestations\[0\]\.name: give each entry its own$/,
  ],
  ['a version', 'name: shop\ntemplate: { version: 9 }\n', /^flow\.yml, line 2: version is 9, and must be 1$/],
  [
    'a template that is text',
    'name: shop\n# ours\ntemplate: |\n  version: 1\n  trail:\n    attestations:\n      - { name: unit, type: junits }\n',
    /^flow\.yml, line 7: trail\.attestations\[0\]\.type must be "generic" or .*/,
  ],
])('says of %s where it stands, and nothing of the request', async (_, text, message) => {
  writeFileSync(join(folder, 'flow.yml'), text);
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', file: 'flow.yml' };
  const { result } = await playNamed('flow apply', raw, { workspace: folder });
  expect(result).toMatchObject({
    kind: 'stopped',
    ending: 'unknown',
    code: 'invalid-request',
    message: expect.stringMatching(message),
    fix: 'Correct flow.yml there',
  });
});

it.each([
  ['flows.yml', 'flows.yml is not there', 'Did you mean flow.yml? The path is relative to the working directory'],
  ['*.yml', '*.yml is not there', 'Patterns are not read: name the file itself'],
  ['none/flow.yml', 'none/flow.yml is not there', 'The path is relative to the working directory'],
])('names the file that was meant by %s', async (file, message, fix) => {
  writeFileSync(join(folder, 'flow.yml'), 'name: shop\n');
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', file };
  const { result } = await playNamed('flow apply', raw, { workspace: folder });
  expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message, fix });
});

it('says the ways out for a name with a dot in it', async () => {
  writeFileSync(join(folder, 'flow.yml'), entries('      - { name: lint, type: junit }', '      - { name: unit-3.11, type: junit }'));
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', file: 'flow.yml' };
  const { result } = await playNamed('flow apply', raw, { workspace: folder });
  expect(result).toMatchObject({
    message: expect.stringMatching(/line 6: trail\.attestations\[1\]\.name is "unit-3\.11"/),
    fix: expect.stringMatching(/^Correct flow\.yml there\. A name of evidence holds no dot\. .*such as unit: each counts by itself/),
  });
});
