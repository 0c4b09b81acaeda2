/**
 * Hands statements to the programs of others. A service on loopback and our command line make them: records of tests, verdicts, with
 * both kinds of key. cosign must take the signed ones by commit and by file, and refuse another key, type and subject; for a signed no
 * it says "Verified OK", which ours must refuse. Conforma's rules of test results, in OPA, must take ours and deny a no; so must the
 * rule that docs/statements-elsewhere.md shows.
 *
 *     npm run check:statements [-- --cosign PATH] [--opa PATH] [--conforma GIT_DIRECTORY]
 *
 * Go installs cosign (2.5 minutes) and OPA (1 minute) where they are not named and not there; Conforma's rules come from GitHub.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { summaryType, testResultType } from '../../../src/statement/index.ts';
import { findGoTool } from '../../../test/workflows/go-tool.ts';
import { ownRule, testRules } from './conforma.ts';
import { end, keyTypes, ours, setStage, type Ended, type Stage } from './stage.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const text = { type: 'string' } as const;
const { conforma, ...given } = parseArgs({ options: { cosign: text, opa: text, conforma: text } }).values;
const faults: string[] = [];
let held = 0;

/** The words that the answer must have, so that a refusal is for the right reason. */
function hold(what: string, { code, said }: Ended, wanted: number, words: string): void {
  const isHeld = code === wanted && said.includes(words);
  if (isHeld) held += 1;
  else faults.push(`${what}: ended with ${code}, and not with ${wanted} and “${words}”: ${said.slice(-500)}`);
  say(`${isHeld ? 'ok    ' : 'FAILED'} ${what}`);
}

function expect(what: string, found: readonly string[], wanted: readonly string[]): void {
  const [said, words] = [found.join('; '), wanted.join('; ')];
  hold(what, { code: said === words ? 0 : 1, said }, 0, words);
}

async function holdCosign({ place, sha }: Stage, cosign: string): Promise<void> {
  const verify = (key: string, bundle: string, ...about: readonly string[]): Promise<Ended> => {
    const signed = ['--key', `${key}.pub`, '--bundle', `${bundle}-statement.sigstore.json`, '--insecure-ignore-tlog'];
    return end(place, cosign, ['verify-blob-attestation', ...signed, ...about]);
  };
  const [tests, verdict] = [
    ['--type', testResultType],
    ['--type', summaryType],
  ] as const;
  const byCommit = (digits: string): readonly string[] => ['--digest', digits, '--digestAlg', 'gitCommit'];
  const yes = 'Verified OK';
  for (const key of keyTypes) {
    const [good, bad] = [`${key}-passed/tests`, `${key}-failed`];
    const other = key === 'p256' ? 'ed25519' : 'p256';
    hold(`cosign takes tests by the raw commit, ${key}`, await verify(key, good, ...tests, 'raw-commit'), 0, yes);
    hold(`cosign takes tests by the artifact, ${key}`, await verify(key, good, ...tests, 'shop.tar'), 0, yes);
    hold(`cosign takes tests by gitCommit, ${key}`, await verify(key, good, ...tests, ...byCommit(sha)), 0, yes);
    hold(`cosign takes a verdict, ${key}`, await verify(key, `${key}-passed/verdict`, ...verdict, 'raw-commit'), 0, yes);
    const unlike = [await verify(other, good, ...tests, 'raw-commit'), await verify(key, good, ...verdict, 'raw-commit')] as const;
    hold(`cosign refuses another key than ${key}`, unlike[0], 1, 'accepted signatures do not match threshold');
    hold(`cosign refuses another type, ${key}`, unlike[1], 1, 'invalid predicate type');
    hold(`cosign refuses no type, ${key}`, await verify(key, good, 'raw-commit'), 1, 'invalid predicate type, expected custom');
    hold(`cosign refuses another file, ${key}`, await verify(key, good, ...tests, 'other.tar'), 1, 'do not match digests');
    const another = await verify(key, good, ...tests, ...byCommit('c0ffee00'.repeat(5)));
    hold(`cosign refuses another commit, ${key}`, another, 1, 'does not match any digest');
    hold(`cosign says yes to signed tests that failed, ${key}`, await verify(key, `${bad}/tests`, ...tests, 'raw-commit'), 0, yes);
    hold(`cosign says yes to a signed no, ${key}`, await verify(key, `${bad}/verdict`, ...verdict, 'raw-commit'), 0, yes);
  }
}

async function holdOurs({ place, sha }: Stage): Promise<void> {
  for (const key of keyTypes) {
    const verify = (file: string, ...about: readonly string[]): Promise<Ended> =>
      ours(place, [
        'verify',
        '--statement',
        `${file}-statement.sigstore.json`,
        '--key',
        `${key}.pub`,
        '--repository',
        'acme/shop',
        ...about,
      ]);
    const [good, bad] = [`${key}-passed`, `${key}-failed`];
    hold(`ours takes a verdict by its commit, ${key}`, await verify(`${good}/verdict`, '--commit', sha), 0, 'It is what was demanded');
    hold(
      `ours takes tests by the artifact, ${key}`,
      await verify(`${good}/tests`, '--subject-file', 'shop.tar'),
      0,
      'It is what was demanded',
    );
    hold(`ours refuses signed tests that failed, ${key}`, await verify(`${bad}/tests`, '--commit', sha), 1, 'FAILED: that is no yes');
    hold(`ours refuses a signed no, ${key}`, await verify(`${bad}/verdict`, '--commit', sha), 1, 'FAILED: that is no yes');
  }
}

function holdConforma(stage: Stage, opa: string): void {
  const judge = testRules(stage, opa, conforma === undefined ? undefined : resolve(conforma));
  const [passed, failed, commitOnly] = ['passed', 'failed', 'commit-only'].map(judge);
  expect('Conforma takes tests that passed, on their image', [...(passed?.deny ?? ['?']), ...(passed?.warn ?? ['?'])], []);
  expect('Conforma denies tests that failed', failed?.deny ?? [], ['Test attestation "unit" has a failed result, failures: 1']);
  const mismatch = `Test attestation "unit" subject does not match image digest "sha256:${stage.fingerprint}"`;
  expect('Conforma denies tests of a commit alone', commitOnly?.deny ?? [], [mismatch]);
  const decide = ownRule(stage, opa);
  const no = ['The newest verdict on this image is no yes, or there is none'];
  expect('our rule takes a verdict that says yes', decide(['image-passed']), []);
  expect('our rule denies a verdict that says no', decide(['image-failed']), no);
  expect('our rule denies a no after a yes', decide(['image-passed', 'image-failed']), no);
  expect('our rule takes a yes after a no', decide(['image-failed', 'image-again']), []);
  expect('our rule denies an image without a verdict', decide([]), no);
  expect('our rule denies a verdict of a commit alone', decide(['commit-only']), no);
}

const goTools = {
  cosign: { module: 'github.com/sigstore/cosign/v3/cmd/cosign', version: '3.1.3', ask: 'version', answer: 'GitVersion:    v3.1.3' },
  opa: { module: 'github.com/open-policy-agent/opa', version: '1.22.4', ask: 'version', answer: 'Version: 1.22.4' },
} as const;
const pages = { cosign: 'https://github.com/sigstore/cosign/releases', opa: 'https://github.com/open-policy-agent/opa/releases' };

function programOf(name: keyof typeof goTools): string {
  const path = given[name];
  return path === undefined ? findGoTool({ name, ...goTools[name], page: pages[name] }, say) : resolve(path);
}

const programs = { cosign: programOf('cosign'), opa: programOf('opa') };
const place = mkdtempSync(join(tmpdir(), 'check-statements-'));
try {
  const stage = await setStage(place);
  await holdCosign(stage, programs.cosign);
  await holdOurs(stage);
  holdConforma(stage, programs.opa);
} finally {
  rmSync(place, { recursive: true, force: true });
}
say(`${held} held, ${faults.length} did not${faults.map((fault) => `\n${fault}`).join('')}`);
if (faults.length > 0) process.exitCode = 1;
