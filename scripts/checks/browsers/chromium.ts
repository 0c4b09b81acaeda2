import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, programOf, startUntil, type Browser } from './browser.ts';
import { asObject, openCommands } from './socket.ts';

/** Over its own protocol. CHROMIUM names another binary. */
export async function openChromium(): Promise<Browser> {
  const program = programOf([process.env['CHROMIUM'] ?? '/usr/bin/chromium'], 'chromium');
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  // Without its sandbox, because this may run as root; it opens our own page alone.
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const { child, match } = await startUntil(program, args, /DevTools listening on (ws:\S+)/);
  const commands = await openCommands(match[1] ?? '');
  const targets = (await commands.send('Target.getTargets', {})).targetInfos;
  const page = (Array.isArray(targets) ? targets : []).map(asObject).find(({ type }) => type === 'page');
  const { sessionId } = await commands.send('Target.attachToTarget', { targetId: page?.targetId, flatten: true });
  const evaluate = async (expression: string): Promise<unknown> => {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { exceptionDetails, result } = await commands.send('Runtime.evaluate', params, { sessionId });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return asObject(result).value;
  };
  return {
    name: 'Chromium',
    evaluate,
    async open(url) {
      await commands.send('Page.navigate', { url }, { sessionId });
      while ((await evaluate('location.href !== "about:blank" && document.readyState')) !== 'complete');
    },
    async close() {
      commands.close();
      await end(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
