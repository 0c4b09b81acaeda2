/**
 * Hands statements to the programs of others. A service on loopback and our command line make them: records of tests, verdicts, with
 * both kinds of key. cosign must take the signed ones by commit and by file, and refuse another key, type and subject; for a signed no
 * it says "Verified OK", which ours must refuse. The same with certificates of a private instance of Sigstore, in this process: cosign,
 * and `gh`, which takes certificates alone. Conforma's rules of test results, in OPA, must take ours and deny a no; so must the rule and
 * ampel's policies that docs/statements-elsewhere.md shows.
 *
 *     npm run check:statements [-- --cosign PATH] [--opa PATH] [--gh PATH] [--ampel PATH] [--conforma GIT_DIRECTORY]
 *
 * Go installs what is not named and not there (seven minutes in all); Conforma's rules come from GitHub.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { summaryType, testResultType } from '../../../src/statement/index.ts';
import { issuer, openAuthority, workflow } from '../../../test/signing/authority.ts';
import { root } from '../../../test/support/sources.ts';
import { findGoTool } from '../../../test/workflows/go-tool.ts';
import { ownRule, testRules } from './conforma.ts';
import { end, keyTypes, ours, setStage, type Ended, type Stage } from './stage.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const text = { type: 'string' } as const;
const { conforma, ...given } = parseArgs({ options: { cosign: text, opa: text, gh: text, ampel: text, conforma: text } }).values;
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

/** A private instance of Sigstore signs as GitHub's would: in our repository, and in that of a stranger who calls the same workflow. */
async function certify({ place, sha }: Stage): Promise<void> {
  const [authority, witnesses] = [await openAuthority(), { log: true, proof: true, stamp: true }];
  writeFileSync(join(place, 'root.json'), `${authority.root(witnesses)}\n`);
  const write = async (name: string, folder: string, owner: string): Promise<void> => {
    const statement = readFileSync(join(place, folder, 'verdict-statement.json'), 'utf8');
    const repository = `https://github.com/${owner}/shop`;
    const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
    const more = { 9: workflow, 16: `https://github.com/${owner}`, 18: `${repository}/.github/workflows/tests.yml@refs/heads/main` };
    const extensions = Object.entries(more).map(([last, value]) => ({ oid: `1.3.6.1.4.1.57264.1.${last}`, value }));
    writeFileSync(join(place, `${name}.json`), await authority.certify(statement, of, witnesses, { extensions }));
  };
  await write('certified', 'passed', 'acme');
  await write('no', 'failed', 'acme');
  await write('stranger', 'passed', 'evil');
}

async function holdCertified({ place, sha }: Stage, cosign: string): Promise<void> {
  const theirs = (name: string, ...more: readonly string[]): Promise<Ended> => {
    const signed = ['--bundle', `${name}.json`, '--trusted-root', 'root.json', '--type', summaryType, '--certificate-oidc-issuer', issuer];
    return end(place, cosign, ['verify-blob-attestation', ...signed, ...more, 'raw-commit']);
  };
  const mine = (name: string): Promise<Ended> => {
    const signed = ['--statement', `${name}.json`, '--trusted-root', 'root.json', '--identity', workflow, '--issuer', issuer];
    return ours(place, ['verify', ...signed, '--commit', sha, '--repository', 'acme/shop']);
  };
  const [by, from] = [
    ['--certificate-identity', workflow],
    ['--certificate-github-workflow-repository', 'acme/shop', '--certificate-github-workflow-sha', sha],
  ] as const;
  hold('cosign takes a certified verdict', await theirs('certified', ...by, ...from), 0, 'Verified OK');
  hold('cosign refuses another workflow', await theirs('certified', by[0], `${workflow}-2`), 1, 'no matching CertificateIdentity');
  hold('cosign says yes to a certified no', await theirs('no', ...by, ...from), 0, 'Verified OK');
  hold('cosign says yes to a stranger by the workflow alone', await theirs('stranger', ...by), 0, 'Verified OK');
  hold('cosign refuses a stranger by the repository', await theirs('stranger', ...by, ...from), 1, 'got "evil/shop"');
  hold('ours takes a certified verdict', await mine('certified'), 0, 'It is what was demanded');
  hold('ours refuses a certified no', await mine('no'), 1, 'FAILED: that is no yes');
  hold('ours refuses a stranger', await mine('stranger'), 1, 'The repository of the certificate is https://github.com/evil/shop');
}

/** Nobody listens there: whoever asks the network gets nothing. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };

/** A no becomes a yes without a new signature. */
function forge(place: string, from: string, to: string): void {
  const file = JSON.parse(readFileSync(join(place, from), 'utf8'));
  const envelope = file.dsseEnvelope ?? file;
  envelope.payload = Buffer.from(Buffer.from(envelope.payload, 'base64').toString().replaceAll('FAILED', 'PASSED')).toString('base64');
  writeFileSync(join(place, to), JSON.stringify(file));
}

/** Without a terminal it prints what it verified where it is asked for JSON, and else nothing. */
async function holdGithub({ place, sha }: Stage, gh: string): Promise<void> {
  const type = ['--predicate-type', summaryType] as const;
  const repo = [...type, '--repo', 'acme/shop'] as const;
  const by = (name: string): readonly string[] => [...repo, '--signer-workflow', `acme/shop/.github/workflows/${name}`];
  const ask = async (file: string, bundle: string, about: readonly string[], trusted = 'root.json'): Promise<Ended> =>
    end(place, gh, ['attestation', 'verify', file, '--bundle', bundle, '--custom-trusted-root', trusted, '--format', 'json', ...about], {
      ...offline,
      GH_CONFIG_DIR: place,
    });
  const [yes, unverified] = ['"verificationResult":"PASSED"', 'verifying with issuer "sigstore.mock"'];
  forge(place, 'no.json', 'forged.json');
  writeFileSync(join(place, 'unended.json'), readFileSync(join(place, 'root.json'), 'utf8').trim());
  const good = (...about: readonly string[]): Promise<Ended> => ask('raw-commit', 'certified.json', about);
  hold('gh takes a certified verdict', await good(...by('gate.yml'), '--source-digest', sha), 0, yes);
  hold('gh takes the beginning of a workflow', await good(...by('gat')), 0, yes);
  hold('gh refuses another workflow', await good(...by('gate.yml-2')), 1, unverified);
  hold('gh refuses another commit', await good(...repo, '--source-digest', 'c0ffee00'.repeat(5)), 1, 'expected SourceRepositoryDigest');
  hold('gh refuses another type', await good(...repo, '--predicate-type', testResultType), 1, 'no attestations found with predicate type');
  hold('gh refuses no type', await good('--repo', 'acme/shop'), 1, 'no attestations found with predicate type');
  hold('gh refuses no repository and no owner', await good(...type), 1, '[owner repo] is required');
  hold('gh refuses another repository', await good(...by('gate.yml'), '--repo', 'acme/till'), 1, 'expected SourceRepositoryURI');
  hold('gh takes another repository by the owner alone', await good(...type, '--owner', 'acme'), 0, yes);
  hold('gh refuses another file', await ask('other.tar', 'certified.json', repo), 1, unverified);
  hold('gh refuses a stranger', await ask('raw-commit', 'stranger.json', by('gate.yml')), 1, 'got https://github.com/evil');
  hold('gh refuses changed bytes', await ask('raw-commit', 'forged.json', repo), 1, unverified);
  hold('gh refuses a key', await ask('raw-commit', 'p256-passed/verdict-statement.sigstore.json', repo), 1, 'leaf cert not found');
  hold(
    'gh passes over a root without a line break',
    await ask('raw-commit', 'certified.json', repo, 'unended.json'),
    1,
    'no custom verifier',
  );
  hold('gh says yes to a certified no', await ask('raw-commit', 'no.json', repo), 0, '"verificationResult":"FAILED"');
}

/** By the policies that our page shows, of tests and of verdicts. A private instance of Sigstore cannot be told to it. */
async function holdAmpel({ place, sha }: Stage, ampel: string): Promise<void> {
  const page = readFileSync(join(root, 'docs/statements-elsewhere.md'), 'utf8');
  const [ofTests = '', ofVerdicts = ''] = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, policy = '']) => policy);
  const judge = (policy: string, key: string | undefined, subject: string, file: string): Promise<Ended> => {
    const { identities, ...rest } = JSON.parse(policy);
    const data = readFileSync(join(place, `${key ?? 'p256'}.pub`), 'utf8');
    const named = key === undefined ? rest : { ...rest, identities: [{ ...identities[0], key: { data } }] };
    writeFileSync(join(place, 'policy.json'), JSON.stringify(named));
    return end(place, ampel, ['verify', subject, '--policy', 'policy.json', '--attestation', file, '--key', 'p256.pub'], offline);
  };
  const [by, yes, nobody] = [`sha1:${sha}`, '1 PASS', 'no attestations matched'];
  const about = (key: string, kind: string): string => `${key}/${kind}-statement.intoto.jsonl`;
  for (const key of keyTypes) {
    const [tests, other] = [about(`${key}-passed`, 'tests'), key === 'p256' ? 'ed25519' : 'p256'];
    for (const subject of [by, 'raw-commit', 'shop.tar'])
      hold(`ampel takes tests by ${subject.replace(/:.*/, '')}, ${key}`, await judge(ofTests, key, subject, tests), 0, yes);
    hold(`ampel takes a verdict, ${key}`, await judge(ofVerdicts, key, by, about(`${key}-passed`, 'verdict')), 0, yes);
    const [failed, no] = [about(`${key}-failed`, 'tests'), about(`${key}-failed`, 'verdict')];
    hold(`ampel denies tests that failed, ${key}`, await judge(ofTests, key, by, failed), 1, 'Test results failed');
    hold(`ampel denies a signed no, ${key}`, await judge(ofVerdicts, key, by, no), 1, 'The gate said no');
    hold(`ampel refuses another key than ${key}`, await judge(ofTests, other, by, tests), 1, nobody);
    hold(`ampel refuses another type, ${key}`, await judge(ofVerdicts, key, by, tests), 1, 'required attestations missing');
    hold(`ampel refuses another commit, ${key}`, await judge(ofTests, key, `sha1:${'c0ffee00'.repeat(5)}`, tests), 1, nobody);
    hold(`ampel refuses another file, ${key}`, await judge(ofTests, key, 'other.tar', tests), 1, nobody);
    const bundle = tests.replace('intoto.jsonl', 'sigstore.json');
    hold(`ampel refuses a bundle with a key, ${key}`, await judge(ofTests, key, by, bundle), 1, nobody);
  }
  const evil = readFileSync(join(place, 'passed/tests-statement.json'), 'utf8').replaceAll('acme/shop', 'evil/shop');
  writeFileSync(join(place, 'evil.json'), evil);
  await ours(place, ['sign', 'evil.json', '--key', 'p256']);
  hold('ampel denies another repository', await judge(ofTests, 'p256', by, 'evil.intoto.jsonl'), 1, 'Test results failed');
  forge(place, about('p256-failed', 'tests'), 'forged.intoto.jsonl');
  hold('ampel refuses changed bytes', await judge(ofTests, 'p256', by, 'forged.intoto.jsonl'), 1, nobody);
  hold('ampel refuses what nobody signed', await judge(ofTests, 'p256', by, 'passed/tests-statement.json'), 1, nobody);
  hold('ampel takes changed bytes where no policy names a key', await judge(ofTests, undefined, by, 'forged.intoto.jsonl'), 0, yes);
  hold(
    'ampel does not read gitCommit',
    await judge(ofTests, 'p256', `gitCommit:${sha}`, about('p256-passed', 'tests')),
    1,
    'unable to identify',
  );
}

/** A bundle that cosign made, with a key that it made. */
async function holdTheirs({ place, sha }: Stage, cosign: string): Promise<void> {
  const none = { rekorTlogUrls: [], tsaUrls: [], rekorTlogConfig: { selector: 'ANY' }, tsaConfig: { selector: 'ANY' } };
  const config = { mediaType: 'application/vnd.dev.sigstore.signingconfig.v0.2+json', ...none };
  writeFileSync(join(place, 'config.json'), JSON.stringify(config));
  const by = { COSIGN_PASSWORD: '' };
  await end(place, cosign, ['generate-key-pair'], by);
  const signed = ['--key', 'cosign.key', '--statement', 'passed/verdict-statement.json', '--bundle', 'theirs.json'];
  hold(
    'cosign signs a statement',
    await end(place, cosign, ['attest-blob', '--yes', '--signing-config', 'config.json', ...signed], by),
    0,
    '',
  );
  const about = ['--key', 'cosign.pub', '--commit', sha, '--repository', 'acme/shop'];
  hold(
    'ours takes what cosign signed',
    await ours(place, ['verify', '--statement', 'theirs.json', ...about]),
    0,
    'It is what was demanded',
  );
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
  ampel: { module: 'github.com/carabiner-dev/ampel/cmd/ampel', version: '1.3.1', ask: 'version', answer: 'GitVersion:    v1.3.1' },
  gh: {
    module: 'github.com/cli/cli/v2/cmd/gh',
    version: '2.83.0',
    ask: '--version',
    answer: 'https://github.com/cli/cli/releases/tag/v2.83.0',
  },
  cosign: { module: 'github.com/sigstore/cosign/v3/cmd/cosign', version: '3.1.3', ask: 'version', answer: 'GitVersion:    v3.1.3' },
  opa: { module: 'github.com/open-policy-agent/opa', version: '1.22.4', ask: 'version', answer: 'Version: 1.22.4' },
} as const;
const pages = {
  ampel: 'https://github.com/carabiner-dev/ampel/releases',
  cosign: 'https://github.com/sigstore/cosign/releases',
  gh: 'https://github.com/cli/cli/releases',
  opa: 'https://github.com/open-policy-agent/opa/releases',
};

function programOf(name: keyof typeof goTools): string {
  const path = given[name];
  return path === undefined ? findGoTool({ name, ...goTools[name], page: pages[name] }, say) : resolve(path);
}

const programs = { ampel: programOf('ampel'), cosign: programOf('cosign'), gh: programOf('gh'), opa: programOf('opa') };
const place = mkdtempSync(join(tmpdir(), 'check-statements-'));
try {
  const stage = await setStage(place);
  await holdCosign(stage, programs.cosign);
  await certify(stage);
  await holdCertified(stage, programs.cosign);
  await holdGithub(stage, programs.gh);
  await holdAmpel(stage, programs.ampel);
  await holdTheirs(stage, programs.cosign);
  await holdOurs(stage);
  holdConforma(stage, programs.opa);
} finally {
  rmSync(place, { recursive: true, force: true });
}
say(`${held} held, ${faults.length} did not${faults.map((fault) => `\n${fault}`).join('')}`);
if (faults.length > 0) process.exitCode = 1;
