import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../support/sources.ts';

const folder = join(root, 'deploy/systemd');
const names = ['compliance-evidence.service', 'compliance-evidence-backup.service', 'compliance-evidence-backup.timer'];
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isHere = analyze('--version').status === 0;

describe('the units', () => {
  test('are those that the page installs', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...names, 'service.env'].toSorted());
    const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  test.skipIf(!isHere)('are understood by systemd, each line of them', () => {
    const copies = mkdtempSync(join(tmpdir(), 'units-'));
    onTestFinished(() => rmSync(copies, { recursive: true }));
    // The program is not installed on this machine.
    for (const name of names)
      writeFileSync(join(copies, name), text(name).replaceAll('/opt/compliance-evidence/bin/compliance-evidence', process.execPath));
    const { status, stderr } = analyze('verify', ...names.map((name) => join(copies, name)));
    expect([status, stderr]).toEqual([0, '']);
  });

  test.skipIf(!isHere).each(names.filter((name) => name.endsWith('.service')))('%s may do little', (name) => {
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', '--no-pager', join(folder, name));
    expect([status, stdout.slice(stdout.indexOf('→'))]).toEqual([0, expect.stringMatching(/ (?:0|1)\.\d OK/)]);
  });
});
