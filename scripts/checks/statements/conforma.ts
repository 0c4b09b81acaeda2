import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../src/text/index.ts';
import { root } from '../../../test/support/sources.ts';
import type { Stage } from './stage.ts';

/** Apache-2.0. None of it is kept here. */
const source = 'https://github.com/conforma/policy';
const revision = '7211d0329e93fda0a6d6d3d33c3909fc6a7681ca';
const page = 'docs/statements-elsewhere.md';

/** Its own program has these besides OPA's, with so many arguments. None is called here. */
const builtins = {
  'ec.oci.blob': 1,
  'ec.oci.blob_files': 2,
  'ec.oci.descriptor': 1,
  'ec.oci.image_manifest': 1,
  'ec.oci.image_manifests': 1,
  'ec.oci.image_referrers': 1,
  'ec.oci.image_tag_refs': 1,
  'ec.purl.is_valid': 1,
  'ec.purl.parse': 1,
  'ec.sigstore.verify_attestation': 2,
};

/** Messages by the name of their list. A list that the rules do not make is no empty one. */
type Judgement = Readonly<Record<'deny' | 'warn', readonly string[]>>;

/**
 * Judges statements as those of an image, by Conforma's own rules of test results, without the part that asks who signed
 * (`lib.intoto.verified_statements`): it takes Tekton's provenance alone.
 *
 * @param repository a git repository that has the revision; fetched from GitHub where none is named
 */
export function testRules({ fingerprint, place }: Stage, opa: string, repository?: string): (folder: string) => Judgement {
  const rules = join(place, 'conforma');
  const tar = join(place, 'conforma.tar');
  const from = repository ?? fetched(join(place, 'conforma.git'));
  execFileSync('git', ['--git-dir', from, 'archive', '-o', tar, revision, 'policy/lib', 'policy/release/test_attestation']);
  mkdirSync(rules);
  execFileSync('tar', ['-xf', tar, '-C', rules]);
  const known = JSON.parse(execFileSync(opa, ['capabilities', '--current'], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const any = { type: 'any' };
  for (const [name, count] of Object.entries(builtins))
    known.builtins.push({ name, decl: { type: 'function', args: Array.from({ length: count }, () => any), result: any } });
  const capabilities = join(place, 'capabilities.json');
  writeFileSync(capabilities, JSON.stringify(known));
  const flags = ['--ignore', '*_test.rego', '--capabilities', capabilities, '-d', rules];
  const trusted = 'with data.lib.intoto.verified_statements as {each | some each in input.statements}';
  return (folder) => {
    const input = { image: imageOf(fingerprint), statements: [statementIn(place, folder, 'tests')] };
    const [deny = [], warn = []] = ['deny', 'warn'].map((list) =>
      ask(opa, flags, `data.test_attestation.${list} ${trusted}`, place, input),
    );
    return { deny, warn };
  };
}

/** Judges verdicts that were attached to an image, by the rule that our page shows. */
export function ownRule({ fingerprint, place }: Stage, opa: string): (folders: readonly string[]) => readonly string[] {
  const [, rule] = /```rego\n([^]*?)```/.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  if (rule === undefined) throw new Error(`${page} shows no rule`);
  const file = join(place, 'own.rego');
  writeFileSync(file, rule.replace('https://github.com/<owner>/compliance-evidence', 'pkg:npm/compliance-evidence'));
  execFileSync(opa, ['check', '--strict', file], { stdio: 'inherit' });
  return (folders) => {
    const attestations = folders.map((folder) => ({ statement: statementIn(place, folder, 'verdict') }));
    return ask(opa, ['-d', file], 'data.compliance_evidence.deny', place, { image: imageOf(fingerprint), attestations });
  };
}

function fetched(folder: string): string {
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  try {
    execFileSync('git', ['--git-dir', folder, 'fetch', '--quiet', '--depth', '1', source, revision], { stdio: 'inherit' });
  } catch (cause) {
    throw new Error(`${source} cannot be had: name a git directory that has ${revision} with --conforma`, { cause });
  }
  return folder;
}

function imageOf(fingerprint: string): { readonly ref: string } {
  return { ref: `registry.example.com/acme/shop@sha256:${fingerprint}` };
}

function statementIn(place: string, folder: string, kind: 'tests' | 'verdict'): unknown {
  return JSON.parse(readFileSync(join(place, folder, `${kind}-statement.json`), 'utf8'));
}

function ask(opa: string, flags: readonly string[], question: string, place: string, input: unknown): readonly string[] {
  const file = join(place, 'input.json');
  writeFileSync(file, JSON.stringify(input));
  const answer = JSON.parse(execFileSync(opa, ['eval', ...flags, '-i', file, `x := ${question}`], { encoding: 'utf8' }));
  const found: unknown = answer.result?.[0]?.bindings?.x;
  if (!Array.isArray(found)) throw new Error(`OPA has no answer to ${question}: ${JSON.stringify(answer)}`);
  return found.map((each: unknown) => (isObject(each) ? String(each['msg']) : String(each)));
}
