/**
 * Has compliance-trestle, the tools of the OSCAL Compass project, read and validate the OSCAL files of a week that is played
 * and of made-up audits (one that is not complete, one where nothing landed, hostile texts), and follow the results to their
 * plan. It must refuse results without a plan, so that its yes means something. The tools are installed from PyPI where they
 * are missing: the last ones made for OSCAL 1.1, and those of today.
 *
 *     npm run check:oscal [-- --only VERSION]
 *
 * Needs Python 3 with venv and pip (Debian: apt-get install python3-venv).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { oscal, oscalPlan } from '../../../src/audit/reports/oscal/oscal.ts';
import { attacks, hostileAudit, textOf } from '../../../test/audit/reports/hostile.ts';
import { empty, unknown } from '../../../test/audit/reports/html/audits.ts';
import { binFromPyPI } from '../../../test/support/pypi.ts';
import { auditedWeek } from '../report/audited-week.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const versions = only === undefined ? ['3.12.4', '5.2.0'] : [only];
const audits: Readonly<Record<string, Audit>> = {
  week: await auditedWeek(),
  unknown: unknown(),
  empty: empty(),
  hostile: hostileAudit(attacks.map(([, text]) => text).join(' ')),
};
const home = mkdtempSync(join(tmpdir(), 'check-oscal-'));
const faults: string[] = [];
try {
  for (const version of versions) await hold(version, binFromPyPI(['trestle', 'python3'], { 'compliance-trestle': version }));
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.stdout.write(`${faults.length === 0 ? 'No fault' : faults.join('\n')}\n`);
if (faults.length > 0) process.exitCode = 1;

async function hold(version: string, bin: string): Promise<void> {
  const workspace = join(home, version);
  const run = (program: string, ...args: readonly string[]): { readonly said: string; readonly isGood: boolean } => {
    const { error, status, stderr, stdout } = spawnSync(join(bin, program), args, { cwd: workspace, encoding: 'utf8', timeout: 300_000 });
    return { said: `${stdout}${stderr}${error ?? ''}`.trim(), isGood: status === 0 };
  };
  const fault = (words: string): number => faults.push(`compliance-trestle ${version} ${words}`);
  mkdirSync(workspace);
  const { isGood, said } = run('trestle', 'init');
  if (!isGood) fault(`makes no workspace: ${said}`);
  for (const [name, audit] of Object.entries(audits)) {
    write(workspace, 'assessment-results', name, await textOf(oscal(audit)));
    write(workspace, 'assessment-plans', name, await textOf(oscalPlan(audit)));
  }
  const read = run('python3', join(import.meta.dirname, 'read.py'));
  process.stdout.write(`compliance-trestle ${version} reads\n${read.said}\n`);
  if (!read.isGood) fault('does not read them');
  for (const name of Object.keys(audits))
    if (name !== 'week' && !read.said.includes(`${name}: 0 satisfied`)) fault(`sees a target of ${name} that is satisfied`);
  const valid = run('trestle', 'validate', '-a');
  const count = valid.said.split('\n').filter((line) => line.startsWith('VALID')).length;
  if (!valid.isGood || count !== 2 * Object.keys(audits).length) fault(`calls ${count} files valid: ${valid.said}`);
  const { 'import-ap': _plan, ...without } = JSON.parse(await textOf(oscal(unknown())))['assessment-results'];
  write(workspace, 'assessment-results', 'without-plan', JSON.stringify({ 'assessment-results': without }));
  if (run('trestle', 'validate', '-t', 'assessment-results', '-n', 'without-plan').isGood)
    fault('takes results without a plan: its yes means nothing');
}

function write(workspace: string, folder: string, name: string, text: string): void {
  mkdirSync(join(workspace, folder, name), { recursive: true });
  writeFileSync(join(workspace, folder, name, `${folder.replace(/plans$/, 'plan')}.json`), text);
}
