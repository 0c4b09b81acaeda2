import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commands, contextOf, run, type Result } from '../../commands/index.ts';
import { messageOf, wrongUse } from '../../errors/index.ts';
import { inShell } from '../../text/index.ts';
import { openInBrowser } from '../browser.ts';
import { showResult } from '../show-result.ts';
import type { Terminal } from '../terminal.ts';
import { flow, makeFlow, org, playing, showRows, step } from './demo.ts';
import { changeShop, openShop, runTests, type ShopChange } from './shop.ts';

/** One a day after the first. All but the one by hand are tested and recorded. */
const week: readonly (ShopChange & { readonly byHand?: true })[] = [
  {
    title: 'Say what a basket costs in words',
    author: 'Ada',
    edit: ['in cents. */\nexport function total', 'in whole cents. */\nexport function total'],
  },
  { title: 'Round refunds down', author: 'Ben', edit: ['Math.round', 'Math.floor'] },
  { title: 'Round half a cent up again', author: 'Ben', edit: ['Math.floor', 'Math.round'] },
  { title: 'Add a comment by hand', author: 'Ada', edit: ['The refund', 'The refund, rounded,'], byHand: true },
  { title: 'Say what a share is', author: 'Cem', edit: ['for a price, in cents', 'of a share of a price, in cents'] },
];

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Plays a week in a repository and a service of its own, whose clock follows the week, and audits it as a team without a token of GitHub
 * does. Leaves the report, the package and the head of the log in `folder`. Resolves to 0 where the audit found what it must.
 */
export function demoAudit(left: string, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const place = resolve(left);
  return playing('Interrupted. Nothing of the week is left.', interrupt, terminal, async ({ dataDir, folder, shop }) => {
    const begin = Math.floor(Date.now() / day) * day - (week.length + 1) * day + 9 * hour;
    let now = begin;
    step(terminal, 1, 'Starting an evidence service on this machine, whose clock is set back by a week');
    const { createToken, startService } = await import('../../service/index.ts');
    const clock = (): number => now / 1000;
    const token = await createToken({ dataDir, user: 'demo', orgs: [org], role: 'admin', clock });
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir, clock });
    try {
      await makeFlow(service.url, token, folder, interrupt);
      const connection = { 'base-url': service.url, 'api-token': token, org };
      step(terminal, 2, 'Playing a week: changes, their tests, and what is recorded of them');
      await playWeek(shop, connection, { begin, tick: (moment) => (now = moment), interrupt, terminal });
      now = Date.now();

      step(terminal, 3, 'Auditing it: is every change covered by evidence?');
      await mkdir(place, { recursive: true }).catch((cause: unknown) => {
        throw wrongUse(`The folder ${place} cannot be made: ${messageOf(cause)}`, 'Name another one: demo --audit FOLDER', cause);
      });
      const file = (name: string): string => join(place, name);
      const result = await runNamed('audit', shop, interrupt, {
        ...connection,
        since: new Date(begin - hour).toISOString(),
        html: file('report.html'),
        package: file('audit.tgz'),
        'head-file': file('head.txt'),
        sample: 'auto',
      });
      showResult(result, terminal);
      showLeft(place, terminal);
      return result.kind === 'audited' && result.ending === 'non-compliant' ? 0 : 1;
    } finally {
      await service.close();
    }
  });
}

interface Playing {
  readonly begin: number;
  readonly tick: (moment: number) => void;
  readonly interrupt: AbortSignal;
  readonly terminal: Terminal;
}

async function playWeek(shop: string, connection: Readonly<Record<string, string>>, playing: Playing): Promise<void> {
  const { begin, interrupt, terminal, tick } = playing;
  const record = async (commit: string, at: number, title: string): Promise<void> => {
    const outcome = await runTests(shop, interrupt);
    tick(at + hour / 6);
    await runNamed('attest', shop, interrupt, {
      ...connection,
      flow,
      commit,
      'attestation-name': 'unit-tests',
      'junit-paths': 'build/test-results/**/*.xml',
      'test-outcome': outcome,
    });
    terminal.out(`   ${new Date(at).toISOString().slice(0, 10)}  ${outcome === 'success' ? 'tests passed' : 'tests failed'}  ${title}`);
  };
  await record(await openShop(shop, interrupt, { name: 'Ada', at: new Date(begin) }), begin, 'Open the shop');
  for (const [index, change] of week.entries()) {
    const at = begin + (index + 1) * day;
    const commit = await changeShop(shop, change, new Date(at), interrupt);
    if (change.byHand === undefined) await record(commit, at, change.title);
    else terminal.out(`   ${new Date(at).toISOString().slice(0, 10)}  no tests      ${change.title}`);
  }
}

async function runNamed(
  name: string,
  directory: string,
  interrupt: AbortSignal,
  raw: Readonly<Record<string, string>>,
): Promise<Exclude<Result, { kind: 'stopped' }>> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`There is no command ${name}`);
  const context = { ...contextOf({}, directory, interrupt, () => undefined), mayLeave: true };
  const result = await run(command, { raw, naming: (option) => option }, context);
  if (result.kind === 'stopped') throw new Error(result.message);
  return result;
}

function showLeft(place: string, terminal: Terminal): void {
  const file = (name: string): string => join(place, name);
  const [report, packed, head] = [file('report.html'), file('audit.tgz'), file('head.txt')] as const;
  showRows(
    'To look at',
    [
      ['Report', report],
      ['Package', packed],
      ['Check it', `compliance-evidence verify --package ${inShell(packed)} --head ${inShell(head)} --first-audit`],
      ['Made up', 'acme and its people: no page of GitHub that the report links to is theirs, and the service has ended'],
    ],
    terminal,
  );
  if (process.stdout.isTTY) void openInBrowser(report);
}
