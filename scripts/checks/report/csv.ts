/**
 * Opens the CSV report in LibreOffice with every attack in it, as three countries would, and counts the formulas that it makes of
 * them. It must make some of the same texts without any defence: `node scripts/checks/report/csv.ts`. Needs `soffice`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csv } from '../../../src/audit/reports/csv.ts';
import { attacks, hostileAudit, textOf } from '../../../test/audit/reports/hostile.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-csv-'));

/** All cells as LibreOffice reads them by itself. */
function formulas(name: string, separator: number): number {
  const filter = `CSV:${separator},34,76,1,,0,false,true,true`;
  const home = `-env:UserInstallation=file://${join(folder, 'home')}`;
  execFileSync(
    'soffice',
    ['--headless', home, `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const table = readFileSync(join(folder, `${name}.fods`), 'utf8');
  if (!table.includes('<table:table-row')) throw new Error(`LibreOffice read no row of ${name}.csv`);
  return table.match(/table:formula=/g)?.length ?? 0;
}

try {
  const reports = await Promise.all(attacks.map(([, text]) => textOf(csv(hostileAudit(text)))));
  writeFileSync(join(folder, 'report.csv'), reports.join(''));
  writeFileSync(join(folder, 'plain.csv'), attacks.map(([, text]) => `"${text.replaceAll('"', '""')}"\r\n`).join(''));
  for (const [name, separator] of [
    ['comma', 44],
    ['semicolon', 59],
    ['tab', 9],
  ] as const) {
    const [made, control] = [formulas('report', separator), formulas('plain', separator)];
    process.stdout.write(`${name}: ${made} formulas in the report, ${control} without its defence\n`);
    if (made > 0 || control === 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
