import { stringify } from 'yaml';

export interface Manifest {
  readonly from: string;
  readonly name: string;
  readonly description: string;
  readonly branding?: object;
  readonly inputs: object;
  readonly outputs: Readonly<Record<string, string>>;
  readonly runs: object;
}

export function manifest({ branding, description, from, inputs, name, outputs, runs }: Manifest): string {
  const text = stringify(
    {
      name,
      description,
      author: 'The compliance-evidence developers',
      ...(branding === undefined ? {} : { branding }),
      inputs,
      outputs: Object.fromEntries(Object.entries(outputs).map(([output, meaning]) => [output, { description: described(meaning) }])),
      runs: { using: 'node24', ...runs },
    },
    { lineWidth: 0 },
  );
  return `# Generated from ${from} by \`npm run generate\`; a test fails when it drifts.\n${text}`;
}

export function inputEntry(description: string, required: boolean, value: string | undefined): object {
  return { description: described(description), required, ...(value === undefined ? {} : { default: value }) };
}

/** The runner loads no manifest with an expression outside a default, not even where one is only talked about: the braces go. */
function described(text: string): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, '$1');
}
