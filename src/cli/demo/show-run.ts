import { endings, verdictNames } from '../../errors/index.ts';
import { marked } from '../styled.ts';
import type { Terminal } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';
import type { Annotation } from './annotations.ts';
import type { BundleRun } from './run-bundle.ts';

const margin = '   ';

/** Shows the lines that a step of a job printed, the errors that GitHub would show, and how the job ended. */
export function showRun({ annotations, exitCode, log, outputs }: BundleRun, terminal: Terminal): void {
  for (const line of log) terminal.out(inMargin(line, terminal));
  for (const annotation of annotations) showAnnotation(annotation, terminal);
  const verdict = outputs.get('verdict') ?? 'none';
  const known = verdictNames.find((name) => name === verdict) ?? 'unknown';
  terminal.out(
    `${margin}${marked(endings[known], terminal)} Verdict ${terminal.style('bold', verdict)}, exit code ${exitCode}: the job ${exitCode === 0 ? 'passes' : 'fails'}.`,
  );
}

function showAnnotation({ file, level, line, message, title }: Annotation, terminal: Terminal): void {
  const place = file === undefined ? '' : ` at ${file}${line === undefined ? '' : `:${line}`}`;
  terminal.out(`${margin}${terminal.style(level === 'error' ? 'red' : 'yellow', level)}${place}: ${title}`);
  // GitHub shows all of it, with the stack trace of a test. The first lines say where to look.
  const lines = message.split('\n').filter((each) => each.trim() !== '');
  for (const each of file === undefined ? lines : lines.slice(0, 2)) terminal.out(inMargin(`  ${each}`, terminal));
}

function inMargin(line: string, { columns }: Terminal): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return wrapped(line.trim(), margin + indent, columns);
}
