import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The stack of an error, with places in our sources if the running bundle has its source maps next to it. The maps are read only
 * for a fault: Node itself would read all of them at every start, which costs 40 ms and 15 MB.
 */
export function stackOf({ message, stack = message }: Error): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(/(file:\S+?\.js):(\d+):(\d+)/g, (place, bundle: string, line: string, column: string) => {
    if (!maps.has(bundle)) maps.set(bundle, mapOf(bundle));
    const origin = maps.get(bundle)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${origin.fileName.replace(/^(?:\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(bundle: string): SourceMap | undefined {
  const file = `${fileURLToPath(bundle)}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
