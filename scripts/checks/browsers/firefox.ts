import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, programOf, startUntil, type Browser } from './browser.ts';
import { asObject, openCommands } from './socket.ts';

/** Over WebDriver BiDi. FIREFOX names another binary. */
export async function openFirefox(): Promise<Browser> {
  const program = programOf([process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'], 'firefox-esr');
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'];
  const { child, match } = await startUntil(program, args, /WebDriver BiDi listening on (ws:\S+)/, { HOME: profile });
  const commands = await openCommands(`${match[1]}/session`);
  await commands.send('session.new', { capabilities: {} });
  const { contexts } = await commands.send('browsingContext.getTree', {});
  const { context } = asObject(Array.isArray(contexts) ? contexts[0] : undefined);
  return {
    name: 'Firefox',
    async open(url) {
      await commands.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      // Text, because a value of another kind comes in a form of its own.
      const inText = `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`;
      const answer = await commands.send('script.evaluate', { expression: inText, target: { context }, awaitPromise: true });
      if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
      const { value } = asObject(answer.result);
      return typeof value === 'string' ? JSON.parse(value) : undefined;
    },
    async close() {
      commands.close();
      await end(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
