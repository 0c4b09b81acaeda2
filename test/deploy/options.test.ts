import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addServiceCommands } from '../../src/cli/service-commands.ts';
import { listening } from '../cli/listening.ts';
import { root } from '../support/sources.ts';

const text = (name: string) => readFileSync(join(root, name), 'utf8');
const env = text('deploy/systemd/service.env');
const line = (variable: string) => new RegExp(`^${variable}=(.*)$`, 'm').exec(env)?.[1] ?? '';

test.each([
  ['the settings of the unit', 'serve', line('SERVE_OPTIONS')],
  ['the settings of its backup', 'backup', line('BACKUP_OPTIONS')],
  ['the image', 'serve', /^CMD (.*)$/m.exec(text('deploy/Dockerfile'))?.[1] ?? ''],
  ['the compose file', 'serve', /command:([^]*?)environment:/.exec(text('deploy/compose.yaml').split('\n  service:')[1] ?? '')?.[1] ?? ''],
])('%s have only options that the command knows', (_, name, options) => {
  const program = new Command();
  addServiceCommands(program, { done: () => {}, interrupt: new AbortController().signal, terminal: listening().terminal });
  const known = program.commands.find((each) => each.name() === name)?.options.map(({ long }) => long);
  const used = options.match(/--[a-z-]+/g) ?? [];
  expect(used).not.toEqual([]);
  expect(used.filter((option) => known?.includes(option) !== true)).toEqual([]);
});
