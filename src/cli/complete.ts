import type { Command as Program, Option } from 'commander';
import { commands, contextOf, run } from '../commands/index.ts';
import type { RawOptions } from '../options/index.ts';
import { listAt, oneLine, stringAt } from '../text/index.ts';
import { connectionFor, connectionKeys, variableOf } from './connection.ts';
import { readContexts } from './contexts.ts';
import type { Shell } from './terminal.ts';

/**
 * The scripts ask `complete` for each word, and show its lines: a value, and behind a tab what it is. None of them evaluates a word that
 * was typed, or a name that the service gave.
 */
const scripts = {
  bash: (name: string) => `_compliance_evidence() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done < <(${name} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _compliance_evidence ${name}
`,
  zsh: (name: string) => `#compdef ${name}
_compliance_evidence() {
  local line
  local -a found
  while IFS= read -r line; do
    line=\${line//:/\\\\:}
    found+=("\${line/$'\\t'/:}")
  done < <(${name} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe ${name} found; else _files; fi
}
compdef _compliance_evidence ${name}
`,
  fish: (name: string) => `function __compliance_evidence
  set -l words (commandline -opc) (commandline -ct)
  set -l found (${name} complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -eq 0
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c ${name} -f -a '(__compliance_evidence)'
`,
} as const;

/** `shell` was checked as the argument of its command. */
export function completionScript(shell: string, program: string): string {
  const found = Object.entries(scripts).find(([name]) => name === shell);
  return found === undefined ? '' : found[1](program);
}

const listed = ['flow', 'trail', 'environment', 'policy', 'type'];

/** Names that are offered, and how long a person waits for them. */
const most = 100;
const longestMs = 2000;

type Offer = readonly [value: string, is: string];

/** The lines for the last of the words; none where nothing is known, and the shell offers files. */
export async function completions(program: Program, typed: readonly string[], shell: Shell): Promise<readonly string[]> {
  const words = joined(typed);
  const offers = await offersFor(program, words, shell).catch((): readonly Offer[] => []);
  const [last = ''] = typed.toReversed();
  const begun = last === '=' ? '' : last.replace(/^--[\w-]+=/, '');
  const before = last.length === begun.length || last === '=' ? '' : last.slice(0, last.length - begun.length);
  return offers.flatMap(([value, is]) => (value.startsWith(begun) ? [`${before}${value}\t${oneLine(is, 60)}`] : []));
}

/** As bash parts `--flow=shop` into three. */
function joined(typed: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const word of typed) {
    const before = words.at(-1) ?? '';
    if (word === '=' && /^--[\w-]+$/.test(before)) words[words.length - 1] = `${before}=`;
    else if (/^--[\w-]+=$/.test(before)) words[words.length - 1] = `${before}${word}`;
    else words.push(word);
  }
  return words;
}

async function offersFor(root: Program, words: readonly string[], shell: Shell): Promise<readonly Offer[]> {
  if (words[0] === 'help') return await offersFor(root, words.slice(1), shell);
  const [last = ''] = words.slice(-1);
  const before = words.slice(0, -1);
  const { isFirst, program } = programAt(root, before);
  const help = program.createHelp();
  const options = help.visibleOptions(program);
  const named = options.find(
    ({ long = '', optional, required, short }) =>
      last.startsWith(`${long}=`) || ([long, short].includes(before.at(-1)) && (required || (optional && !last.startsWith('-')))),
  );
  if (named !== undefined) return await valuesOf(named, words, shell);
  if (last.startsWith('-')) return options.flatMap(({ description, long }) => (long === undefined ? [] : [[long, description]]));
  const children = help.visibleCommands(program).map((child): Offer => [child.name(), child.description()]);
  if (!isFirst) return [];
  if (children.length > 0) return children;
  const [argument] = program.registeredArguments;
  if (argument?.argChoices !== undefined) return argument.argChoices.map((each): Offer => [each, '']);
  return argument === undefined ? [] : await namesOf(words[0] === 'snapshot' ? 'environment' : (words[0] ?? ''), words, shell);
}

/** The command that the words name, and whether the next word is its first argument. */
function programAt(root: Program, words: readonly string[]): { readonly program: Program; readonly isFirst: boolean } {
  let [program, isFirst, isValue] = [root, true, false];
  for (const word of words) {
    const option = isValue ? undefined : program.options.find(({ long, short }) => long === word || short === word);
    const child = isValue || word.startsWith('-') ? undefined : program.commands.find((each) => each.name() === word);
    if (child !== undefined) program = child;
    else if (!isValue && !word.startsWith('-')) isFirst = false;
    isValue = option?.required === true;
  }
  return { program, isFirst };
}

async function valuesOf({ argChoices, long = '', optional }: Option, words: readonly string[], shell: Shell): Promise<readonly Offer[]> {
  const fixed = argChoices ?? (optional ? ['true', 'false'] : undefined);
  return fixed?.map((each): Offer => [each, '']) ?? (await namesOf(long.slice(2), words, shell));
}

/** Names that the contexts or the service know; none for a kind that nobody lists. */
async function namesOf(kind: string, words: readonly string[], { interrupt }: Shell): Promise<readonly Offer[]> {
  const offers = (names: readonly string[]): readonly Offer[] =>
    [...new Set(names)].filter((name) => /^[\w.~/:@-]+$/.test(name)).map((name): Offer => [name, kind]);
  if (kind === 'context' || kind === 'org')
    return offers(readContexts(process.env).all.map(({ name, org }) => (kind === 'org' ? org : name)));
  const command = listed.includes(kind) ? commands.find(({ name }) => name === `${kind} list`) : undefined;
  if (command === undefined) return [];
  const said = Object.fromEntries(connectionKeys.map((key) => [key, saidIn(words, key) ?? process.env[variableOf(key)]]));
  const { found } = await connectionFor(said, process.env, process.cwd());
  const takes = (key: string): boolean => key !== 'context' && (key !== 'flow' || kind === 'trail');
  const known = connectionKeys.flatMap((key) => (takes(key) && found[key] !== undefined ? [[key, found[key].value] as const] : []));
  const isInsecure = words.includes('--allow-insecure-http') || process.env[variableOf('allow-insecure-http')] === 'true';
  const raw: RawOptions = { ...Object.fromEntries(known), limit: String(most), ...(isInsecure ? { 'allow-insecure-http': 'true' } : {}) };
  const context = contextOf(process.env, process.cwd(), AbortSignal.any([interrupt, AbortSignal.timeout(longestMs)]), () => undefined);
  const result = await run(command, { raw, naming: (name) => `--${name}` }, context);
  const items = result.kind === 'shown' ? (result.listed?.items ?? listAt(result.json) ?? []) : [];
  return offers(items.flatMap((item) => stringAt(item, 'name') ?? []));
}

/** The value of an option among the words before the last. */
function saidIn(words: readonly string[], name: string): string | undefined {
  const before = words.slice(0, -1);
  const joinedWith = before.findLast((word) => word.startsWith(`--${name}=`));
  if (joinedWith !== undefined) return joinedWith.slice(name.length + 3);
  const at = before.lastIndexOf(`--${name}`);
  return at === -1 ? undefined : before[at + 1];
}
