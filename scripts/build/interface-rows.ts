import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../');

const operations = [
  'Trails of a flow',
  'Records of evidence',
  'Artifacts',
  'Notification rules',
  'One notification rule',
  'Record test results',
  'Search by SHA',
  'Approvals of an artifact',
  'Custom attestation types',
  'Set the default organization',
] as const;

/** The faces of an operation, each by the name of the file that tests it there. */
const faces = { service: 'Service', client: 'Client', 'command-line': 'Command line', action: 'Action' } as const;

/** An operation a row, and in each cell what it is called there, with a link to its test. */
export function interfaceRows(): readonly string[] {
  const cells = Object.keys(faces).map(cellsOf);
  const rows = operations.map((operation, index) => `| ${index + 1}. ${operation} | ${cells.map((each) => each[index]).join(' | ')} |`);
  return [`| Operation | ${Object.values(faces).join(' | ')} |`, `|:--${'|:--'.repeat(cells.length)}|`, ...rows];
}

/** The tests of a file are named by the number of their operation, and what it is called there. */
function cellsOf(face: string): readonly string[] {
  const path = `test/interface/${face}.test.ts`;
  const lines = readFileSync(`${root}${path}`, 'utf8').split('\n');
  return operations.map((operation, index) => {
    const at = lines.findIndex((line) => line.startsWith(`  test('${index + 1} `));
    const name = /'\d+ (.+?): /.exec(lines[at] ?? '')?.[1];
    if (name === undefined) throw new Error(`${path} has no test of operation ${index + 1} (${operation})`);
    return `[\`${name}\`](../${path}#L${at + 1})`;
  });
}
