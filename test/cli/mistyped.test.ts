import { expect, test } from 'vitest';
import { runLines } from './run-lines.ts';

const service = ['--base-url', 'http://127.0.0.1:9', '--api-token', 'x'.repeat(20), '--org', 'acme', '--flow', 'shop'];
const times = 'Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h';
const help = '(Nothing was sent. --help shows every option)';

/** The words that somebody types, and the whole answer in one line. */
const rows: readonly (readonly [args: readonly string[], said: string])[] = [
  [['help', 'nosuch'], `error: unknown command 'nosuch' ${help}`],
  [['help', 'flow', 'appl'], `error: unknown command 'flow appl' ${help}`],
  [['gatee'], `error: unknown command 'gatee' (Did you mean gate?) ${help}`],
  [['attest', ...service, '--junit-path', 'a.xml'], `error: unknown option '--junit-path' (Did you mean --junit-paths?) ${help}`],
  [
    ['gate', ...service, '--subject', 'trial'],
    'error: --subject does not know "trial". Nothing was sent Did you mean trail? Choose from trail, artifact and commit',
  ],
  [
    ['gate', ...service, '--fail-on', 'non-complient'],
    'error: --fail-on does not know "non-complient". Nothing was sent Did you mean non-compliant? Choose from non-compliant, incomplete, unknown, unusable and none',
  ],
  [
    ['gate', ...service, '--dry-run', 'flase'],
    'error: --dry-run must be true or false, not "flase". Nothing was sent Did you mean false? Write true or false',
  ],
  [
    ['gate', ...service, '--wait-timeout', '5 min'],
    `error: --wait-timeout is not a time: "5 min". Nothing was sent Did you mean 5m? ${times}`,
  ],
  [
    ['attest', ...service, '--attestation-name', 'unit', '--type', 'juint'],
    'error: --type does not know "juint". Nothing was sent Did you mean junit? Choose from junit, generic, custom:NAME, pull_request, snyk, sonar, jira, decision, override',
  ],
  [
    ['attest', ...service, '--attestation-name', 'unit', '--junit-paths', 'a.xml', '--granularity', 'leafs'],
    'error: --granularity does not know "leafs". Nothing was sent Did you mean leaf? Choose from outermost and leaf',
  ],
  [
    ['gate', ...service, '--required-attestations', 'unit:juint'],
    'error: --required-attestations holds "unit:juint". Nothing was sent Did you mean junit? Choose the type from junit, generic, snyk, sonar, jira, pull_request, decision, system:decision, *, or custom:NAME',
  ],
  [
    ['gate', ...service, '--dry-run', 'flase', '--template', 'curent'],
    'error: 2 options are wrong. Nothing was sent --dry-run must be true or false, not "flase": Did you mean false? Write true or false --template does not know "curent": Did you mean current? Choose from current and decided',
  ],
  [
    ['gate', ...service, '--required-attestations', ''],
    'error: --required-attestations is empty. Nothing was sent If it comes from an output, a variable or a secret, that one is not set: look at it. Else leave it out for the default (none)',
  ],
];

test('what is mistyped or missing is said in one message, with what was meant, and nothing is sent', async () => {
  const all = await runLines(rows.map(([args]) => args));
  for (const [index, [args, said]] of rows.entries()) {
    const { code, stderr = '', stdout } = all[index] ?? {};
    expect([args, code, stdout, stderr.replace(/\s+/g, ' ').trim()]).toEqual([args, 64, '', said]);
  }
});
