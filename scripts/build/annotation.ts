/**
 * Draws the README's picture of an annotation from real output: the `::error` line that the bundle prints for the red change
 * of the demo.
 *
 *     node scripts/build/annotation.ts docs/annotation.png
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { html } from '../../src/html/index.ts';
import { redRun } from './red-run.ts';
import { root, screenshot } from './screenshot.ts';

const style = `.note { color: #59636e; margin: 0 0 12px; } h2 { font-size: 16px; margin: 0 0 8px; }
.file { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; } .name { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 12px; }
.name, .line, pre { font-family: ui-monospace, "Noto Sans Mono", Consolas, monospace; font-size: 12px; }
.line { display: flex; line-height: 20px; white-space: pre; } .number { width: 44px; padding-right: 12px; text-align: right; color: #59636e; }
.box { margin: 8px 12px 8px 56px; border: 1px solid #d1d9e0; border-left: 4px solid #cf222e; border-radius: 6px; padding: 10px 14px; }
.check { color: #59636e; font-size: 12px; } .title { font-weight: 600; margin: 6px 0; } pre { margin: 0; white-space: pre-wrap; }`;

await redRun(async ({ annotations }, shop) => {
  const at = annotations.find(({ file, line }) => file !== undefined && line !== undefined);
  if (at?.file === undefined) throw new Error('The action printed no annotation at a line');
  const { file, message, title } = at;
  const number = Number(at.line);
  const shown = readFileSync(join(shop, file), 'utf8')
    .split('\n')
    .slice(number - 4, number);
  const lines = shown.map(
    (text, index) => html`<div class="line"><span class="number">${number - shown.length + index + 1}</span>${text}</div>`,
  );
  const [first, ...rest] = message.split('\n').filter((each) => each.trim() !== '');
  const body = html`<p class="note">
      Drawn from the <code>::error</code> line that the action printed. GitHub's own look may differ; its box has the ${rest.length - 1}
      more lines too.
    </p>
    <h2>Unchanged files with check annotations</h2>
    <div class="file">
      <div class="name">${file}</div>
      ${lines}
      <div class="box">
        <div><b>Check failure</b> on line ${number} in ${file}</div>
        <div class="check">GitHub Actions / tests</div>
        <div class="title">${title}</div>
        <pre>${`${first}\n${rest[0]}`}</pre>
      </div>
    </div>`;
  const target = resolve(process.argv[2] ?? join(root, 'docs', 'annotation.png'));
  await screenshot(target, { style, body: String(body), height: 390 });
});
