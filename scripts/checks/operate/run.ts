/**
 * Runs the commands of docs/operate.md as an operator pastes them, in a bare directory that stands for a machine, and those for another
 * machine in a second one:
 *
 *     npm run check:operate
 *
 * It needs bubblewrap (`apt-get install bubblewrap`), Python 3, the rights of root, and a registry of npm. It listens on the ports 8443 and
 * 9464 of loopback.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { registry } from '../image/registry.ts';
import { blocksOf, machinesOf } from './page.ts';

const project = join(import.meta.dirname, '../../../');
const host = 'evidence.example';
const backups = 'var/backups/compliance-evidence';

function machine(folder: string, name: string): string {
  const root = join(folder, name);
  for (const each of ['opt/answers', 'var/lib', 'var/backups', 'run', 'root', 'home', 'clone', 'proc', 'dev', 'tmp', 'usr'])
    mkdirSync(join(root, each), { recursive: true });
  cpSync('/etc', join(root, 'etc'), { recursive: true, verbatimSymlinks: true });
  for (const each of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${each}`, join(root, each));
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 ${host}\n`);
  appendFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), readFileSync(join(folder, 'cert.pem')));
  for (const each of ['systemctl', 'journalctl']) copyFileSync(join(import.meta.dirname, 'systemctl.sh'), join(root, 'opt/answers', each));
  copyFileSync(join(import.meta.dirname, 'filtered.py'), join(root, 'opt/answers/filtered.py'));
  for (const each of ['cert.pem', 'key.pem']) copyFileSync(join(folder, each), join(root, each));
  return root;
}

function run(root: string, script: string, clone: string): void {
  const path = '/opt/answers:/usr/local/bin:/usr/bin:/usr/sbin:/bin';
  const text = script
    .replace(/^REPOSITORY=.*$/m, 'REPOSITORY=file:///clone')
    // The certificate is where the operator is.
    .replace(/^install .* cert\.pem key\.pem /m, 'cp /cert.pem /key.pem . && $&');
  writeFileSync(
    join(root, 'page.sh'),
    `set -eux -o pipefail\ntrap 'kill $(cat /run/*.pid) 2>/dev/null || true' EXIT\n${text}\n: 'The page is done'\n`,
  );
  const settings = { PATH: path, HOME: '/root', ...registry(), NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' };
  const binds = [
    '--bind',
    root,
    '/',
    '--ro-bind',
    '/usr',
    '/usr',
    '--ro-bind',
    dirname(process.execPath),
    '/usr/local/bin',
    '--ro-bind',
    clone,
    '/clone',
  ];
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value]);
  const apart = [
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    '--unshare-pid',
    '--die-with-parent',
    '--cap-add',
    'ALL',
    '--chdir',
    '/root',
  ];
  execFileSync('bwrap', ['--clearenv', ...variables, ...binds, ...apart, 'bash', '/page.sh'], { stdio: ['ignore', 'inherit', 'inherit'] });
}

if (spawnSync('bwrap', ['--version']).error !== undefined || process.getuid?.() !== 0) {
  process.stdout.write('This check needs bubblewrap (apt-get install bubblewrap) and the rights of root.\n');
  process.exit(3);
}
const folder = mkdtempSync(join(process.env['OPERATE_FOLDER'] ?? tmpdir(), 'operate-'));
try {
  const clone = join(folder, 'clone.git');
  execFileSync('git', ['clone', '--quiet', '--bare', project, clone]);
  // Works also for a project that is on no branch.
  for (const args of [
    ['update-ref', 'refs/heads/main', 'HEAD'],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
  ])
    execFileSync('git', ['--git-dir', clone, ...args]);
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${host}`,
    '-addext',
    `subjectAltName=DNS:${host}`,
  ];
  execFileSync('openssl', [...made, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], { stdio: 'ignore' });
  const { first, other } = machinesOf(blocksOf(readFileSync(join(project, 'docs/operate.md'), 'utf8')));
  const one = machine(folder, 'first');
  run(one, first, clone);
  const two = machine(folder, 'other');
  const [backup = ''] = readdirSync(join(one, backups)).filter((name) => /^evidence-.*Z\.tar\.gz$/.test(name));
  // `scp` brought it, as root.
  mkdirSync(join(two, backups), { recursive: true });
  copyFileSync(join(one, backups, backup), join(two, backups, backup));
  run(two, other, clone);
  process.stdout.write('Every block of the page ran, on both machines.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
