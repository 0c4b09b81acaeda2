import { requiredToServe, serveInputs, serveOutputs } from '../../src/job-service/index.ts';
import type { OptionSpec } from '../../src/options/index.ts';
import { between } from './generate-manifest.ts';
import { inputEntry, manifest } from './manifest-text.ts';

const specs: readonly OptionSpec[] = serveInputs;
const isRequired = ({ name }: OptionSpec): boolean => requiredToServe.some((required) => required === name);

/** The manifest of the action `serve`, which has a bundle of its own. */
export function generateServeManifest(): string {
  return manifest({
    from: 'src/job-service',
    name: 'Compliance evidence: serve',
    description: 'Runs the evidence service for the rest of the job: without an account and a secret, and gone with the job.',
    inputs: Object.fromEntries(specs.map((spec) => [spec.name, inputEntry(spec.description, isRequired(spec), spec.default)])),
    outputs: serveOutputs,
    runs: { main: '../../../dist/serve/main.js', post: '../../../dist/serve/post.js', 'post-if': 'always()' },
  });
}

export function generateServeTables(before: string): string {
  const inputs = specs.map((spec) => `| \`${spec.name}\` | ${isRequired(spec) ? '**required**' : defaultOf(spec)} | ${spec.description} |`);
  const outputs = Object.entries(serveOutputs).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  const withInputs = between(before, 'serve-inputs', ['| Input | Default | Meaning |', '|:--|:--|:--|', ...inputs]);
  return between(withInputs, 'serve-outputs', ['| Output | Meaning |', '|:--|:--|', ...outputs]);
}

function defaultOf({ default: usual }: OptionSpec): string {
  return usual === undefined ? '' : `\`${usual}\``;
}
