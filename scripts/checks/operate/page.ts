export interface Block {
  readonly heading: string;
  readonly machine: string;
  readonly text: string;
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, machine = 'first', text] of page.matchAll(/^## (.+)$|(?:^<!-- machine: (\w+) -->\n)?^```sh\n([^]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (text !== undefined) blocks.push({ heading, machine, text });
  }
  return blocks;
}

export function machinesOf(blocks: readonly Block[]): { readonly first: string; readonly other: string } {
  const called = (...headings: readonly string[]) =>
    blocks.filter(({ heading, machine }) => machine === 'first' && headings.includes(heading));
  const begun = called('Install', 'The first minute').map(({ text, ...block }) => ({
    ...block,
    text: text.replaceAll(/^.*compliance-evidence token .*\n/gm, ''),
  }));
  const restored = blocks.filter(({ machine }) => machine === 'other');
  return {
    first: scriptOf(blocks.filter(({ machine }) => machine === 'first')),
    other: scriptOf([...begun, ...restored, ...called('TLS', 'The unit')]),
  };
}

function scriptOf(blocks: readonly Block[]): string {
  return blocks.map(({ heading, text }) => `: '## ${heading}'\n${text}`).join('\n');
}
