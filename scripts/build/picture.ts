/**
 * Draws the README's picture of a job summary from real output: the summary that the bundle writes for the red change of the demo.
 *
 *     node scripts/build/picture.ts docs/job-summary.png
 */
import { join, resolve } from 'node:path';
import { marked } from 'marked';
import { redRun } from './red-run.ts';
import { root, screenshot } from './screenshot.ts';

const style = `h2 { font-size: 21px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0; margin: 0 0 12px; } h3 { font-size: 17px; margin: 20px 0 8px; } h4 { margin: 16px 0 6px; }
table { border-collapse: collapse; margin: 8px 0; } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; } tr:nth-child(2n) td { background: #f6f8fa; }
ul { padding-left: 22px; } pre { background: #f6f8fa; border-radius: 6px; padding: 12px; font-size: 12px; }`;

await redRun(async ({ summary }) => {
  const target = resolve(process.argv[2] ?? join(root, 'docs', 'job-summary.png'));
  await screenshot(target, { style, body: await marked.parse(summary, { gfm: true }), height: 720 });
});
