/**
 * Checks random packages with the command line and with verify.html in real browsers, and compares what the two say of members, hashes,
 * chain and head:
 *
 *     npm run check:browsers -- [--only chromium|firefox|webkit …] [--packages 200] [--seed N]
 *
 * Those of a whole audit, each with a new manifest, are in test/audit/package/page.slow.test.ts, in the same browsers. By default in
 * Chromium, Firefox and WebKit; for a missing one it says what installs it, and ends with 1.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { verify } from '../../../src/cli/verify.ts';
import { listening } from '../../../test/cli/listening.ts';
import { verifyPage } from '../../build/verify-page.ts';
import { NotInstalled, type Browser } from './browser.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { randomFrom } from '../random.ts';
import { randomPackage, type RandomPackage } from './random-package.ts';
import { asObject } from './socket.ts';
import { openWebKit } from './webkit.ts';

const browsers: Readonly<Record<string, () => Promise<Browser>>> = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(browsers) },
    packages: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'check-browsers-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const page = join(folder, 'verify.html');
writeFileSync(page, (await verifyPage()).text);

interface Said {
  readonly outcome: unknown;
  readonly problems: unknown;
  /** Link and place of the last record; null without records. */
  readonly head: string | null;
  readonly members: number;
}

async function saidByCommand({ file, head }: RandomPackage): Promise<Said> {
  const path = join(folder, 'package.tgz');
  writeFileSync(path, file);
  const { json, terminal } = listening();
  await verify({ package: path, json: true, ...(head === undefined ? {} : { head }) }, new AbortController().signal, terminal);
  // The page recomputes no verdict: its outcome is that of the package in itself.
  const { in_itself: outcome, members, problems, records } = asObject(json[0]);
  const last = records === null ? null : asObject(asObject(records).head);
  return {
    outcome,
    problems,
    head: last === null ? null : `${String(last.link)} (record ${String(last.sequence)})`,
    members: Number(members),
  };
}

async function saidByPage(browser: Browser, { file, head }: RandomPackage): Promise<Said> {
  const said = asObject(
    await browser.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(file.toString('base64'))}), (sign) => sign.charCodeAt(0));
      const chosen = new DataTransfer();
      chosen.items.add(new File([bytes], 'package.tgz'));
      document.querySelector('#file').files = chosen.files;
      document.querySelector('#head').value = ${JSON.stringify(head ?? '')};
      document.querySelector('button').click();
      while (document.querySelector('button').disabled) await new Promise((resolve) => setTimeout(resolve, 5));
      const result = document.querySelector('#result');
      const facts = Object.fromEntries([...result.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling.textContent]));
      return { outcome: result.dataset.outcome, problems: [...result.querySelectorAll('li')].map((item) => item.textContent),
        head: facts.Head ?? null, members: Number.parseInt(facts.Members, 10) };
    })()`),
  );
  return {
    outcome: said.outcome,
    problems: said.problems,
    head: typeof said.head === 'string' ? said.head : null,
    members: Number(said.members),
  };
}

let faults = 0;
for (const name of values.only) {
  const opened = await browsers[name]?.().catch((error: unknown) => {
    if (!(error instanceof NotInstalled)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    return undefined;
  });
  if (opened === undefined) {
    faults += 1;
    continue;
  }
  const counts = new Map<string, number>();
  try {
    await opened.open(pathToFileURL(page).href);
    const random = randomFrom(Number(values.seed));
    for (let index = 0; index < Number(values.packages); index += 1) {
      const made = await randomPackage(random);
      const [command, shown] = [await saidByCommand(made), await saidByPage(opened, made)];
      counts.set(String(command.outcome), (counts.get(String(command.outcome)) ?? 0) + 1);
      if (isDeepStrictEqual(command, shown)) continue;
      faults += 1;
      process.stderr.write(`${opened.name}, package ${index} (${made.name}): ${JSON.stringify({ command, shown }, null, 1)}\n`);
    }
  } finally {
    await opened.close();
  }
  const outcomes = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  process.stdout.write(`${opened.name}: ${values.packages} packages, seed ${values.seed}: ${outcomes}\n`);
}
process.stdout.write(faults === 0 ? 'The command line and the page agree\n' : `${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;
