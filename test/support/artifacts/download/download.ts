import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';

// Does what actions/download-artifact v8 does: it takes the artifact of the latest attempt for each name, and puts each into a
// folder of its name. A single artifact goes straight into `path`. A pattern that matches nothing is not an error.
const { ARTIFACTS_FOLDER, GITHUB_OUTPUT, GITHUB_RUN_ID, GITHUB_WORKSPACE = '.' } = process.env;
const input = (name: string): string => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
if (ARTIFACTS_FOLDER === undefined || GITHUB_RUN_ID === undefined) throw new Error('ARTIFACTS_FOLDER and GITHUB_RUN_ID must be set.');

const [ids, pattern, runId] = [input('artifact-ids'), input('pattern'), input('run-id')];
if (ids !== '' && input('name') !== '') fail("Inputs 'name' and 'artifact-ids' cannot be used together.");
const name = ids === '' ? input('name') : nameOf(ids);
if (runId !== GITHUB_RUN_ID && input('github-token') === '') fail('Artifacts of another run need github-token.');
const run = join(ARTIFACTS_FOLDER, runId);
const path = resolve(GITHUB_WORKSPACE, input('path'));
const all = folders(run);
if (name !== '' && !all.includes(name)) fail(`Unable to download artifact(s): Artifact not found for name: ${name}`);
const chosen = name === '' ? all.filter((each) => pattern === '' || matchesGlob(each, pattern)) : [name];
for (const each of chosen) {
  const latest = Math.max(...folders(join(run, each)).map(Number));
  const isAlone = chosen.length === 1 || input('merge-multiple') === 'true';
  const target = isAlone ? path : join(path, each);
  mkdirSync(target, { recursive: true });
  cpSync(join(run, each, String(latest)), target, { recursive: true });
}
if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `download-path=${path}\n`);
process.stdout.write(`Total of ${chosen.length} artifact(s) downloaded: ${chosen.join(', ')}\n`);

/** No workflow here gives several numbers. An artifact that was overwritten has none any more. */
function nameOf(id: string): string {
  const [ofRun, named = ''] = folders(join(ARTIFACTS_FOLDER ?? '', 'ids')).includes(id)
    ? readFileSync(join(ARTIFACTS_FOLDER ?? '', 'ids', id), 'utf8').split('\n')
    : [];
  return ofRun === runId ? named : fail('None of the provided artifact IDs were found');
}

function folders(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function fail(message: string): never {
  process.stdout.write(`::error::${message}\n`);
  process.exit(1);
}
