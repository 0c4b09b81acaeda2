import { openPlay, type Run } from '../../../test/bundle/play.ts';
import { openStage } from '../../../test/bundle/stage.ts';
import { green, openWorkspaces, red } from '../../../test/bundle/workspace.ts';
import { removeRepositories } from '../../../test/support/git.ts';
import { root } from '../../../test/support/sources.ts';
import type { Golden } from './golden.ts';

const files = (text: string): Run => ({ files: { 'build/unit.xml': text } });

/** Kinds of run of the action, each on a flow of its own that demands what `demands` names. */
const runs: Readonly<Record<string, Run & { readonly demands?: readonly string[] }>> = {
  compliant: {},
  'a test failed': files(red),
  incomplete: { demands: ['unit', 'lint'] },
  'file cut off': files(green.slice(0, 200)),
  'no file': { files: {} },
  'service away': { inputs: { 'base-url': 'http://127.0.0.1:9', timeout: '1s' } },
  'wrong token': { inputs: { 'api-token': 'ce_wrong' } },
  'wrong input': { inputs: { 'fail-on': 'sometimes', 'min-tests': 'many' } },
  'dry run': { inputs: { 'dry-run': 'true' } },
  'attest alone': { inputs: { command: 'attest' } },
  'gate alone': { inputs: { command: 'gate' } },
  'many tests failed': files(
    `<testsuite name="many">${Array.from({ length: 40 }, (_, at) => `<testcase classname="c" name="t${at}"><failure message="m ${at}">at x.ts:${at}</failure></testcase>`).join('')}</testsuite>`,
  ),
};

/** The log, summary, annotations and outputs, as the runner sees them. */
export async function playRuns(fixed: string): Promise<Golden> {
  const texts = new Map<string, string>();
  const [stage, workspaces] = [await openStage(), await openWorkspaces()];
  try {
    for (const [name, { demands = ['unit'], ...run }] of Object.entries(runs)) {
      const flow = name.replaceAll(' ', '-');
      await stage.putFlow(flow, demands);
      const play = openPlay(stage, workspaces, flow);
      const env = { GOLDEN_SEED: flow, NODE_OPTIONS: `--import ${fixed}`, TMPDIR: process.env['TMPDIR'] ?? '' };
      const { annotations, exitCode, log, outputs, summary } = await play.run({ ...run, env });
      texts.set(`runs/${flow}/log.txt`, `exit ${exitCode}\n${log.replaceAll(root, '')}`);
      texts.set(`runs/${flow}/summary.md`, summary);
      texts.set(`runs/${flow}/outputs.json`, JSON.stringify({ annotations, outputs }, undefined, 2));
      await play.close();
    }
    texts.set('runs/records.json', JSON.stringify(await stage.records(), undefined, 2));
    return texts;
  } finally {
    await stage.close();
    await workspaces.close();
    removeRepositories();
  }
}
