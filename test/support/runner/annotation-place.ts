import { relative, sep } from 'node:path';
import type { Place } from './journal.ts';

/**
 * Where an annotation points, from a command's properties, with the runner's corrections (ValidateLinesAndColumns): an end
 * without a start becomes the start, columns need one line, and an end before its start is dropped. A file below the workspace is
 * named relative to it.
 */
export function annotationPlace(properties: ReadonlyMap<string, string>, workspace: string): Place {
  let line = integer(properties.get('line'));
  let endLine = integer(properties.get('endline'));
  let col = integer(properties.get('col'));
  let endColumn = integer(properties.get('endcolumn'));
  line ??= endLine;
  col ??= endColumn;
  const columnsUsable =
    line !== undefined && (endLine === undefined || endLine === line) && !(col !== undefined && endColumn !== undefined && endColumn < col);
  if (!columnsUsable) col = endColumn = undefined;
  if (line !== undefined && endLine !== undefined && endLine < line) line = endLine = undefined;
  const title = properties.get('title');
  const file = properties.get('file');
  return {
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file: fromWorkspace(file, workspace) }),
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(col === undefined ? {} : { col }),
    ...(endColumn === undefined ? {} : { endColumn }),
  };
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : undefined;
}

function fromWorkspace(file: string, workspace: string): string {
  return file.startsWith(`${workspace}${sep}`) ? relative(workspace, file).replaceAll(sep, '/') : file;
}
