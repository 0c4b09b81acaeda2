/**
 * Draws the README's picture of an annotation from real output: the `::error` line that the bundle prints for the red change
 * of the demo.
 *
 *     node test/scripts/annotation.ts docs/annotation.png
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAction } from '../../src/cli/demo/run-action.ts';
import { runTests } from '../../src/cli/demo/run-tests.ts';
import { breakShop, openShop } from '../../src/cli/demo/shop.ts';
import { html } from '../../src/html/index.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { screenshot } from './screenshot.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'docs', 'annotation.png'));
const folder = mkdtempSync(join(tmpdir(), 'picture-'));
const shop = join(folder, 'checkout-service');

const style = `.note { color: #59636e; margin: 0 0 12px; } h2 { font-size: 16px; margin: 0 0 8px; }
.file { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; } .name { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 12px; }
.name, .line, pre { font-family: ui-monospace, "Noto Sans Mono", Consolas, monospace; font-size: 12px; }
.line { display: flex; line-height: 20px; white-space: pre; } .number { width: 44px; padding-right: 12px; text-align: right; color: #59636e; }
.box { margin: 8px 12px 8px 56px; border: 1px solid #d1d9e0; border-left: 4px solid #cf222e; border-radius: 6px; padding: 10px 14px; }
.check { color: #59636e; font-size: 12px; } .title { font-weight: 600; margin: 6px 0; } pre { margin: 0; white-space: pre-wrap; }`;

try {
  const { file, line, message, title } = await annotation();
  const at = Number(line);
  const shown = readFileSync(join(shop, file), 'utf8')
    .split('\n')
    .slice(at - 4, at);
  const lines = shown.map(
    (text, index) => html`<div class="line"><span class="number">${at - shown.length + index + 1}</span>${text}</div>`,
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
        <div><b>Check failure</b> on line ${at} in ${file}</div>
        <div class="check">GitHub Actions / tests</div>
        <div class="title">${title}</div>
        <pre>${`${first}\n${rest[0]}`}</pre>
      </div>
    </div>`;
  await screenshot(target, { style, body: String(body), height: 340 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the bundle says of the failing test. */
async function annotation(): Promise<{ readonly file: string; readonly line: string; readonly title: string; readonly message: string }> {
  const interrupt = new AbortController().signal;
  const dataDir = join(folder, 'data');
  const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin' });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  try {
    await openShop(shop, interrupt);
    const commit = await breakShop(shop, interrupt);
    const outcome = await runTests(shop, interrupt);
    const inputs = { 'base-url': service.url, 'api-token': token, org: 'acme', flow: 'checkout-service', 'test-outcome': outcome };
    const { annotations } = await runAction({ root, shop, folder: join(folder, 'run'), commit, attempt: 1, inputs, interrupt });
    for (const { file, line, message, title } of annotations)
      if (file !== undefined && line !== undefined) return { file, line, message, title };
    throw new Error('The action printed no annotation at a line');
  } finally {
    await service.close();
  }
}
