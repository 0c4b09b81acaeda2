import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { putFlow, token, world } from '../service/support.ts';
import { build } from './build.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cli = build();
afterAll(() => cli.remove());
const bin = join(folder, 'compliance-evidence');
writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${cli.bin}" "$@"\n`);
chmodSync(bin, 0o755);

/** Each types a line into its shell, and prints what the shell offers for its end. */
const shells = {
  bash: (words: readonly string[]) =>
    `source <(compliance-evidence completion bash); COMP_WORDS=(compliance-evidence ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _compliance_evidence; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (words: readonly string[]) => `compliance-evidence completion fish | source; complete -C 'compliance-evidence ${words.join(' ')}'`,
  zsh: (words: readonly string[]) => `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source <(compliance-evidence completion zsh); zstyle ':completion:*' list-prompt ''; print ready"
zpty -r shell line '*ready*ready*'
zpty -w -n shell $'compliance-evidence ${words.join(' ')}\\t\\t'
sleep 4
zpty -r -t shell line '*'
print -r -- $line
while zpty -r -t shell line; do print -r -- $line; done`,
};

const names = ['bash', 'fish', 'zsh'] as const;
const here = names.filter((shell) => spawnSync(shell, ['--version']).status === 0);

// Debian's packages zsh and fish bring the other two.
test.each(here)('%s offers commands, and names of the service', async (shell) => {
  const it = await world();
  for (const name of ['shop-one', 'shop-two']) await putFlow(it, name, 'version: 1\n');
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: folder,
    EVIDENCE_BASE_URL: it.service.url,
    EVIDENCE_API_TOKEN: token,
    EVIDENCE_ORG: 'acme',
  };
  const typed = async (...words: readonly string[]): Promise<string> =>
    (await run(shell, ['-c', shells[shell](words)], { env, timeout: 60_000 })).stdout;
  expect(await typed('trail', '')).toMatch(/list[^]*watch/);
  const flows = await typed('gate', '--flow', 'shop');
  expect([flows.includes('shop-one'), flows.includes('shop-two')]).toEqual([true, true]);
  // Zsh itself runs what is typed in $(…) when it completes a word.
  if (shell === 'zsh') return;
  await typed('gate', '--flow', `$(touch ${join(folder, shell)})`).catch(String);
  expect(existsSync(join(folder, shell))).toBe(false);
});
