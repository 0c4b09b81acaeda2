import { expect, test } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';

const letters = 'Use letters, digits, -, _ and ., beginning with a letter or digit';
const ofTypes = 'Use letters, digits, -, _ and ~, beginning with a letter or digit';
const sha256 = 'ab'.repeat(32);

test.each<[string, string, RawOptions, string | undefined]>([
  ['trail list', 'flow', {}, undefined],
  ['trail get', 'flow', { name: 't' }, undefined],
  ['trail get', 'name', { flow: 'f' }, undefined],
  ['flow get', 'name', {}, undefined],
  ['flow rename', 'name', { 'new-name': 'f' }, undefined],
  ['flow rename', 'new-name', { name: 'f' }, undefined],
  ['flow archive', 'name', {}, undefined],
  ['flow tag', 'name', { set: 'a=b' }, undefined],
  ['artifact list', 'flow', {}, undefined],
  ['artifact get', 'flow', { fingerprint: sha256 }, undefined],
  ['artifact get', 'trail', { fingerprint: sha256, flow: 'f' }, undefined],
  ['approval list', 'flow', {}, undefined],
  ['approval get', 'flow', { 'approval-number': '1' }, undefined],
  ['default-org set', 'name', {}, undefined],
  ['environment get', 'name', {}, letters],
  ['environment snapshot', 'name', { running: 'a=b' }, letters],
  ['snapshot list', 'name', {}, letters],
  ['type get', 'name', {}, ofTypes],
  ['type archive', 'name', {}, ofTypes],
  ['policy get', 'name', {}, undefined],
  ['policy attach', 'name', { environments: 'prod' }, undefined],
])('`%s` asks nobody about a %s that no service takes, and says which it takes', async (command, option, others, rule) => {
  const raw = { 'base-url': 'http://127.0.0.1:9', 'api-token': 'a-token-for-tests', org: 'acme', ...others, [option]: '-no/name' };
  const { result } = await playNamed(command, raw);
  expect(result).toMatchObject({
    kind: 'stopped',
    code: 'invalid-input',
    message: `--${option} is not a name that the service takes: "-no/name"`,
    ...(rule === undefined ? {} : { fix: rule }),
  });
});
