/** An annotation that GitHub shows on the run, or at a line of the change where it has a file. */
export interface Annotation {
  readonly level: string;
  readonly title: string;
  readonly message: string;
  readonly file: string | undefined;
  readonly line: string | undefined;
}

/** The annotations that a step asked for, in its order: lines such as `::error file=a.js,line=3,title=T::What it says`. */
export function annotationsIn(lines: readonly string[]): readonly Annotation[] {
  return lines.flatMap((line) => {
    const [, level, given = '', message = ''] = /^::(error|warning|notice)(?: (.*?))?::(.*)$/.exec(line) ?? [];
    if (level === undefined) return [];
    const properties = new Map(given.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
    const property = (name: string): string | undefined => decoded(properties.get(name));
    return [{ level, title: property('title') ?? '', message: decoded(message) ?? '', file: property('file'), line: property('line') }];
  });
}

/** `%25` comes last, so that `%250A` becomes `%0A` and not a line break. */
function decoded(text: string | undefined): string | undefined {
  return text?.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}
