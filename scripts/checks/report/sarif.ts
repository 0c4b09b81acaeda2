/**
 * Holds SARIF reports to the schema of the standard: `node scripts/checks/report/sarif.ts FILE`, where the file is OASIS's
 * sarif-schema-2.1.0.json (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). It is not kept here: its terms are OASIS's own.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { sarif } from '../../../src/audit/reports/sarif.ts';
import { attacks, hostileAudit, textOf } from '../../../test/audit/reports/hostile.ts';
import { finding, sample } from '../../../test/audit/reports/sample.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file of the schema');
// The schema is of draft 4. The parts that it uses mean the same in draft 7, except for the names of these two.
const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const isSarif = ajv.compile(schema);

const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z' };
const audits = [
  sample(),
  sample({ findings: [] }),
  sample({ complete: false, findings: [] }),
  sample({ findings: [finding({ accepted }), finding({ key: 'b', status: 'fixed' })] }),
  ...attacks.map(([, text]) => hostileAudit(text)),
];
if (isSarif({ version: '2.1.0', runs: [{ results: [] }] })) throw new Error('The schema takes a run without a tool: it is another one');
for (const audit of audits) {
  if (isSarif(JSON.parse(await textOf(sarif(audit))))) continue;
  process.stderr.write(`${JSON.stringify(isSarif.errors, null, 2)}\n`);
  process.exitCode = 1;
}
process.stdout.write(`${audits.length} reports read\n`);
