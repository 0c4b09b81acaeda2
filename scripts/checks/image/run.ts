/**
 * Builds the image of deploy/Dockerfile without a container engine, in a bare folder, and starts it there as it would be started:
 *
 *     npm run check:image
 *
 * It needs bubblewrap (`apt-get install bubblewrap`), the rights of root, and a registry of npm. The programs of this machine stand
 * for those of the base image, and the Node of this clone for its Node.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runIn, startIn, type Box } from './box.ts';
import { readDockerfile, type Stage, type Step } from './dockerfile.ts';
import { isSent } from './ignored.ts';
import { registry } from './registry.ts';

const project = join(import.meta.dirname, '../../../');
const deploy = join(project, 'deploy');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Built extends Box {
  readonly args: Readonly<Record<'entrypoint' | 'cmd' | 'health', readonly string[]>>;
  readonly user: string;
  readonly volume: string;
}

function build(stage: Stage, folder: string, earlier: ReadonlyMap<string, Built>): Built {
  const root = join(folder, stage.name);
  mkdirSync(root);
  let built: Built = { root, env: {}, workdir: '/', args: { entrypoint: [], cmd: [], health: [] }, user: '0:0', volume: '' };
  for (const step of stage.steps) {
    say(`${stage.name}: ${JSON.stringify(step)}`);
    built = take(built, step, earlier);
  }
  return built;
}

function take(built: Built, step: Step, earlier: ReadonlyMap<string, Built>): Built {
  switch (step.kind) {
    case 'copy':
      copy(built, step, earlier);
      return built;
    case 'run':
      say(runIn({ ...built, env: { ...built.env, ...registry() } }, step.args).trimEnd());
      return built;
    case 'env':
      return { ...built, env: { ...built.env, [step.name]: step.value } };
    case 'entrypoint':
    case 'cmd':
    case 'health':
      return { ...built, args: { ...built.args, [step.kind]: step.args } };
    case 'workdir':
    case 'user':
    case 'volume':
      return { ...built, [step.kind]: step.value };
    case 'expose':
    case 'stopsignal':
      return built;
  }
}

/** As COPY does it: of a folder its content, of a file the file, and only what the build is sent. */
function copy(
  built: Built,
  { from, sources, target }: Extract<Step, { readonly kind: 'copy' }>,
  earlier: ReadonlyMap<string, Built>,
): void {
  const other = from === undefined ? undefined : earlier.get(from)?.root;
  const isInContext = isSent(readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8'));
  for (const source of sources) {
    const file = join(other ?? project, source);
    if (other === undefined && !existsSync(file)) throw new Error(`${source} is not there.`);
    const to = resolve('/', built.workdir, target);
    const isFolder = statSync(file).isDirectory();
    const place = join(built.root, !isFolder && (target.endsWith('/') || sources.length > 1) ? join(to, basename(source)) : to);
    const filter = (path: string): boolean =>
      other !== undefined || statSync(path).isDirectory() || isInContext(path.slice(project.length));
    cpSync(file, place, { recursive: true, filter });
    if (!existsSync(place)) throw new Error(`${source} is left out by Dockerfile.dockerignore.`);
  }
}

async function check(image: Built): Promise<void> {
  const options = { user: image.user, writable: [image.volume] };
  const { cmd, entrypoint, health } = image.args;
  const token = runIn(
    image,
    [...entrypoint, 'token', 'create', '--init', '--data', image.volume, '--user', 'ada', '--org', 'acme', '--role', 'admin'],
    options,
  ).trim();
  const service = await startIn(image, [...entrypoint, ...cmd], options);
  service.stdout.resume();
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        service.also(health);
        break;
      } catch (error) {
        if (attempt === 60) throw error;
        await sleep(500);
      }
    }
    const ask = (path: string): string =>
      service
        .also([
          'node',
          '-e',
          `fetch('http://127.0.0.1:8787${path}', { headers: { authorization: 'Bearer ${token}' } }).then((r) => console.log(r.status))`,
        ])
        .trim();
    expect('the user', service.also(['id', '-u']).trim(), image.user.split(':')[0] ?? '');
    expect('/ready', ask('/ready'), '200');
    expect('the flows of acme', ask('/api/v2/flows/acme'), '200');
    for (const file of ['/app/x', '/x', '/etc/x', '/usr/x'])
      expect(
        `to write ${file}`,
        spawnResult(() => service.also(['touch', file])),
        'refused',
      );
    expect(
      `to write in ${image.volume}`,
      spawnResult(() => service.also(['touch', `${image.volume}/x`])),
      'done',
    );
  } finally {
    service.child.kill('SIGTERM');
  }
}

function spawnResult(action: () => unknown): 'done' | 'refused' {
  try {
    action();
    return 'done';
  } catch {
    return 'refused';
  }
}

function expect(what: string, found: string, wanted: string): void {
  if (found !== wanted) throw new Error(`${what}: ${found}, and ${wanted} was expected.`);
  say(`${what}: ${found}`);
}

if (spawnSync('bwrap', ['--version']).error !== undefined || process.getuid?.() !== 0) {
  say('This check needs bubblewrap (apt-get install bubblewrap) and the rights of root.');
  process.exit(3);
}
const folder = mkdtempSync(join(process.env['IMAGE_FOLDER'] ?? tmpdir(), 'image-'));
try {
  const stages = new Map<string, Built>();
  for (const stage of readDockerfile(readFileSync(join(deploy, 'Dockerfile'), 'utf8')))
    stages.set(stage.name, build(stage, folder, stages));
  const image = stages.get('image');
  if (image === undefined) throw new Error('The Dockerfile has no last stage.');
  await check(image);
  say('The image is built, starts, and is ready.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
