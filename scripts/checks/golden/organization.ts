import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, openOrganization } from '../../../test/audit/organization/world.ts';
import type { Golden } from './golden.ts';
import { openShell } from './shell.ts';

export async function playOrganization(fixed: string): Promise<Golden> {
  const acme = await openOrganization([
    { name: 'shop', covered: 2 },
    { name: 'stock', covered: 1, pushed: 1 },
    { name: 'quiet' },
    { name: 'empty', isEmpty: true },
    { name: 'old', more: { archived: true } },
    { name: 'fresh', covered: 1, more: { createdAt: '2030-01-08T08:00:30Z' } },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'organization-'));
  const shell = openShell(fixed, 'organization', folder, environmentOf(acme));
  try {
    await shell.run('plan', [
      'audit-plan',
      '--organization',
      'acme',
      '--since',
      acme.moments.begin,
      '--until',
      acme.moments.end,
      '--shards',
      '2',
      '--plan',
      'plan.json',
    ]);
    for (const index of [0, 1])
      await shell.run(`part-${index}`, [
        'audit-part',
        '--plan',
        'plan.json',
        '--index',
        `${index}`,
        '--part',
        `parts/${index}.json`,
        '--part-reports',
        'reports',
      ]);
    const files = ['all.html', 'all.csv', 'all.json', 'all.md'];
    await shell.run('merge', [
      'audit-merge',
      '--plan',
      'plan.json',
      '--parts',
      'parts',
      '--html',
      'all.html',
      '--csv',
      'all.csv',
      '--json-file',
      'all.json',
      '--markdown',
      'all.md',
    ]);
    shell.files(folder, ['plan.json', 'parts/0.json', 'parts/1.json', ...files, 'reports/acme-stock/audit.html']);
    return shell.texts;
  } finally {
    shell.close();
    await acme.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
