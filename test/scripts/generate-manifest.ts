import { stringify } from 'yaml';
import { outputTable } from '../../src/action/output-table.ts';
import { commandNames, options, specOf, type OptionSpec } from '../../src/commands/index.ts';

const commandInput = {
  description: 'What to do: `attest-and-gate` records evidence and decides, `attest` only records it, `gate` only decides.',
  required: false,
  default: 'attest-and-gate',
};

/** `action.yml`, made from the one table of options. */
export function generateManifest(): string {
  const manifest = {
    name: 'Compliance evidence',
    description: 'Records a test run as evidence, asks whether the trail is compliant, and fails the job when it is not.',
    author: 'The compliance-evidence developers',
    branding: { icon: 'shield', color: 'green' },
    inputs: { command: commandInput, ...Object.fromEntries(options.map((option) => [option.name, inputOf(specOf(option.name))])) },
    outputs: Object.fromEntries(Object.entries(outputTable).map(([name, text]) => [name, { description: described(text) }])),
    runs: { using: 'node24', main: 'dist/index.js' },
  };
  return `# Generated from src/options/table.ts by \`npm run generate\`; a test fails when it drifts.\n${stringify(manifest, { lineWidth: 0 })}`;
}

function inputOf(option: OptionSpec): object {
  const value = option.actionDefault ?? option.default;
  // Required for every command alone: the runner does not enforce it, and readers would take it for more.
  const required = option.required === true && option.commands.length === commandNames.length;
  return { description: described(option.description), required, ...(value === undefined ? {} : { default: value }) };
}

/** The runner loads no manifest with an expression outside a default, not even where one is only talked about: the braces go. */
function described(text: string): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, '$1');
}

/** The tables of the README, between their markers. */
export function generateReadme(before: string): string {
  const inputs = options.map((option) => inputRow(specOf(option.name)));
  const outputs = Object.entries(outputTable).map(([name, description]) => `| \`${name}\` | ${description} |`);
  const first = `| \`command\` | \`attest-and-gate\` | ${commandInput.description} |`;
  const withInputs = between(before, 'inputs', ['| Input | Default | Meaning |', '|:--|:--|:--|', first, ...inputs]);
  return between(withInputs, 'outputs', ['| Output | Meaning |', '|:--|:--|', ...outputs]);
}

function inputRow(option: OptionSpec): string {
  const value = option.actionDefault ?? option.default;
  const shown =
    option.required === true
      ? `**required**${option.commands.length === commandNames.length ? '' : ' to attest'}`
      : value === undefined
        ? ''
        : `\`${value}\``;
  return `| \`${option.name}\` | ${shown} | ${option.description.replaceAll('|', '\\|')} |`;
}

function between(text: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md lacks the markers ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${lines.join('\n')}\n${text.slice(to)}`;
}
