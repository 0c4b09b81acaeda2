/** The fields of Stryker's result for one mutant that are used here. The script alone installs Stryker. */
export interface MutantResult {
  readonly fileName: string;
  readonly status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending';
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Survivor {
  /** `src/gate/rows.ts:12`, to find it. */
  readonly place: string;
  /** Its file and its change, without a line number, so that it is found again after other lines moved. */
  readonly name: string;
  readonly reached: boolean;
}

export interface FileScore {
  readonly file: string;
  readonly caught: number;
  readonly timedOut: number;
  readonly survived: number;
}

/** Mutants that cannot be run at all do not count. A mutant that took too long was not seen by a test, nor did it survive. */
export function scoresOf(mutants: readonly MutantResult[]): readonly FileScore[] {
  const files = Map.groupBy(mutants.filter(counts), (mutant) => mutant.fileName);
  return [...files].map(([file, ofFile]) => {
    const timedOut = ofFile.filter(({ status }) => status === 'Timeout').length;
    const survived = ofFile.filter(survives).length;
    return { file, caught: ofFile.length - timedOut - survived, timedOut, survived };
  });
}

/** In the order of files and lines. `textOf` gives a file as it was when it was mutated. */
export function survivorsOf(mutants: readonly MutantResult[], textOf: (file: string) => string): readonly Survivor[] {
  const inOrder = mutants.toSorted((one, other) => bytewise(one.fileName, other.fileName) || startOf(one) - startOf(other));
  const namesakes = Map.groupBy(inOrder, (mutant) => nameOf(mutant, textOf(mutant.fileName)));
  return inOrder.filter(survives).map((mutant) => {
    const name = nameOf(mutant, textOf(mutant.fileName));
    const same = namesakes.get(name) ?? [];
    return {
      place: `${mutant.fileName}:${mutant.location.start.line}`,
      name: same.length === 1 ? name : `${name} (${same.indexOf(mutant) + 1} of ${same.length})`,
      reached: mutant.status === 'Survived',
    };
  });
}

/** The survivors that no line `NAME: REASON` explains, and the lines about these files that no survivor fits. */
export function compareWithReasons(
  survivors: readonly Survivor[],
  reasons: string,
  files: readonly string[],
): { readonly unexplained: readonly Survivor[]; readonly stale: readonly string[] } {
  const lines = reasons.split('\n').filter((line) => files.some((file) => line.startsWith(`\`${file}\` `)));
  const explains = (line: string, name: string): boolean => line.startsWith(`${name}: `) && line.length > name.length + 2;
  return {
    unexplained: survivors.filter(({ name }) => !lines.some((line) => explains(line, name))),
    stale: lines.filter((line) => !survivors.some(({ name }) => explains(line, name))),
  };
}

function counts({ status }: MutantResult): boolean {
  return status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError' && status !== 'Pending';
}

function survives({ status }: MutantResult): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function nameOf({ fileName, location: { start, end }, replacement }: MutantResult, text: string): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const original = lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
  return `\`${fileName}\` ${code(original)} → ${code(replacement)}`;
}

/** In one line of markdown, without its middle where it is long. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length <= 100 ? line : `${line.slice(0, 60)} … ${line.slice(-30)}`;
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``;
}

function startOf({ location: { start, end } }: MutantResult): number {
  return start.line * 1e6 + start.column * 1e3 + (end.line - start.line);
}

function bytewise(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
