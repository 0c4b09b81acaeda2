/**
 * How long the first workflow of the README takes for the service and the gate, in the workflow engine (act), for a Python
 * project: the steps `serve` and the one that judges, and the end of `serve`. npm has an empty cache and a registry that is
 * not there. Prints each run and the best of them. Aim on a quiet machine: both steps together 5 s at most.
 *
 *     node scripts/checks/bench/first-workflow.ts [RUNS] [--work-tree]
 *
 * `--work-tree` takes the action as it stands here, not as it is committed. Needs Go where act is missing, and Python 3.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { removeRepositories } from '../../../test/support/git.ts';
import { binFromPyPI } from '../../../test/support/pypi.ts';
import { openEngine, rewriteOwnReferences, unpackAction } from '../../../test/workflows/engine.ts';
import { examples } from '../../../test/workflows/examples.ts';
import { findAct } from '../../../test/workflows/go-tool.ts';
import { openShop } from '../../../test/workflows/shop.ts';
import type { Workflow } from '../../../test/workflows/workflow.ts';

const { positionals, values: flags } = parseArgs({ allowPositionals: true, options: { 'work-tree': { type: 'boolean', default: false } } });
const runs = Number(positionals[0] ?? 3);
const nowhere = 'http://127.0.0.1:9';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

const folder = await mkdtemp(join(tmpdir(), 'bench-first-workflow-'));
try {
  const action = join(folder, 'action');
  await mkdir(action);
  unpackAction(action, flags['work-tree']);
  rewriteOwnReferences(action);
  const engine = openEngine(findAct(say), action, folder);
  const shop = openShop({ '.gitignore': 'build/\n', 'test_tea.py': 'def test_a_cup_costs_2():\n    assert 1 + 1 == 2\n' });
  const workflow = firstWorkflow(join(binFromPyPI(['pytest'], { pytest: '9.2.0' }), 'pytest'));
  const totals: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const env = { CHECKOUT_FROM: shop.folder, GITHUB_API_URL: nowhere, npm_config_registry: nowhere, GITHUB_RUN_ID: String(run) };
    const { jobs, log } = await engine.run({ workflow, event: shop.push(), secrets: {}, vars: {}, env });
    const [job] = jobs.values();
    const serve = job?.took.get('service');
    const gate = job?.took.get('evidence');
    if (job?.outputs.get('verdict') !== 'compliant' || serve === undefined || gate === undefined)
      throw new Error(`It ended otherwise:\n${log}`);
    totals.push(serve + gate);
    const end = seconds(job.took.get('Post service') ?? Number.NaN);
    say(`${run}: serve ${seconds(serve)}, gate ${seconds(gate)}, together ${seconds(serve + gate)}; the end of serve ${end}`);
  }
  say(`best of ${runs}: ${seconds(Math.min(...totals))}`);
} finally {
  removeRepositories();
  await rm(folder, { recursive: true, force: true });
}

/** The README's first workflow as a user of pytest writes it. */
function firstWorkflow(pytest: string): string {
  const [first] = examples();
  const workflow: Workflow = parse((first?.text ?? '').replaceAll('<owner>', 'acme'));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
  const tests = steps.find(({ id }) => id === 'tests');
  const gate = steps.findLast(({ uses }) => uses === 'acme/compliance-evidence@v1');
  if (tests === undefined || gate === undefined || steps.every(({ id }) => id !== 'service'))
    throw new Error('The first workflow of the README has not the steps tests, service and the one that judges.');
  Object.assign(tests, { run: `${pytest} --junitxml=build/test-results/tests.xml` });
  Object.assign(gate, { id: 'evidence' });
  return stringify(workflow);
}
