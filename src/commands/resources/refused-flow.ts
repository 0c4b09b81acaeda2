import type { Document, LineCounter } from 'yaml';
import { ResponseError } from '../../errors/index.ts';
import { aroundDot, nearest } from '../../text/index.ts';
import type { FlowFile } from '../files/flow-file.ts';

/** A service's refusal of a flow, in terms of its file: the line, the text there, and the text that was meant. */
export async function refusedFlow(error: ResponseError, { text }: FlowFile, path: string): Promise<ResponseError> {
  const { LineCounter: Counter, parseDocument } = await import('yaml');
  const lines = new Counter();
  const document = parseDocument(text, { lineCounter: lines });
  const faults = Object.entries(error.fields ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .slice(0, 20)
    .map(([field, sentence]) => faultOf(field, sentence, document, lines));
  const [dotted] = Object.keys(error.fields ?? {})
    .filter((field) => /\.name(?: \(line \d+\))?$/.test(field))
    .flatMap((field) => aroundDot(String(document.getIn(placeOf(field, document).place)))?.advice ?? []);
  const { code, request, serverMessage, status } = error;
  const message = faults.length === 0 ? `${path}: ${serverMessage ?? error.message}` : `${path}, ${faults.join('; ')}`;
  return new ResponseError(code, message, {
    status,
    request,
    serverMessage,
    cause: error,
    fix: [`Correct ${path} there`, dotted].filter((part) => part !== undefined).join('. '),
  });
}

/** `line 5: trail.attestations[0].type is "junits"; did you mean junit?` */
function faultOf(field: string, sentence: string, document: Document, lines: LineCounter): string {
  const { inner, name, place } = placeOf(field, document);
  const line = lineOf(place, document, lines, Number(inner ?? /^line (\d+)$/.exec(name)?.[1]));
  const value: unknown = document.getIn(place);
  const said = sentence.replace(/ ?\[input: .*\]$/s, '').replace(/\.$/, '');
  const subject = /^line \d+$/.test(name) ? '' : `${name} `;
  if (typeof value !== 'string' && typeof value !== 'number') return `line ${line}: ${subject}${said}`;
  const choices = Array.from(said.matchAll(/"([^"]+)"/g), ([, choice = '']) => choice);
  const meant = nearest(String(value), choices);
  return `line ${line}: ${subject}is ${JSON.stringify(value)}${meant === undefined ? `, and ${said}` : `; did you mean ${meant}?`}`;
}

/** The field that a service names, and its place in the document; `inner`: its line in a template that is a text. */
function placeOf(field: string, document: Document) {
  const [, name = field, inner] = /^(.*?)(?: \(line (\d+)\))?$/.exec(field) ?? [];
  const parts = name.split(/[.[\]]+/).filter((part) => part !== '');
  return { name, inner, place: [...(document.has(parts[0]) ? [] : ['template']), ...parts] };
}

/** The line of the value at a path, or of the nearest one around it. `inner`: the line in a template that is a text. */
function lineOf(place: readonly string[], document: Document, lines: LineCounter, inner: number): number {
  for (let length = place.length; length > 0; length -= 1) {
    const node = document.getIn(place.slice(0, length), true);
    const offset = rangeOf(node);
    if (offset === undefined) continue;
    const { line } = lines.linePos(offset);
    return Number.isNaN(inner) || length > 1 || typeof document.get('template') !== 'string' ? line : line + inner;
  }
  return 1;
}

function rangeOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}
