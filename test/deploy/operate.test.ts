import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, machinesOf } from '../../scripts/checks/operate/page.ts';
import { root } from '../support/sources.ts';

const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');
const blocks = blocksOf(page);

test('every block of commands of the page is for a machine of the check, but for those that need containers or a server of PostgreSQL', () => {
  expect(blocks).toHaveLength(page.match(/^```sh$/gm)?.length ?? 0);
  const others = blocks.filter(({ machine }) => machine !== 'first');
  expect(others.map(({ heading, machine }) => [heading, machine])).toEqual([
    ['Restore on another machine', 'other'],
    ['On PostgreSQL', 'none'],
    ['On PostgreSQL', 'none'],
    ['Docker Compose', 'none'],
    ['What a backup at night can lose', 'none'],
  ]);
});

test('the other machine gets the backup and no token of its own', () => {
  const { first, other } = machinesOf(blocks);
  expect(first).toContain('token create --init');
  expect(other).not.toContain('token create');
  expect(other).toContain('useradd');
  expect(other.indexOf('restore --from')).toBeGreaterThan(other.indexOf('useradd'));
  expect(other.indexOf('systemctl enable --now compliance-evidence.service')).toBeGreaterThan(other.indexOf('restore --from'));
});
