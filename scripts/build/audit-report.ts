/**
 * Draws the picture of the audit's HTML report in the docs from real output: the audit of a week that is played, with a real
 * repository, the real service and the double of GitHub.
 *
 *     node scripts/build/audit-report.ts docs/audit-report.png
 */
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { htmlReport } from '../../src/audit/reports/html/html.ts';
import { auditedWeek } from '../checks/report/audited-week.ts';
import { capture, root } from './screenshot.ts';

const page = await text(Readable.from(htmlReport(await auditedWeek())));
await capture(resolve(process.argv[2] ?? join(root, 'docs', 'audit-report.png')), page, { width: 1080, height: 620 });
