import type { TSchema } from 'typebox';
import { Build } from 'typebox/schema';
import { operations, type Operation } from '../../src/contract/index.ts';

/** What of the answers the client reads, as the table of operations names it, each once. */
function checkedReplies(): ReadonlyMap<string, TSchema> {
  const found = new Map<string, TSchema>();
  for (const { checks = {} } of Object.values<Operation>(operations)) {
    for (const [name, schema] of Object.entries(checks)) {
      if (found.has(name) && found.get(name) !== schema) throw new Error(`Two operations give the name ${name} to different replies`);
      found.set(name, schema);
    }
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const banner = '// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.\n';

/** `checks.gen.ts`: one boolean check a reply, without a schema library. */
export function generateChecks(): string {
  const checks: string[] = [];
  const replies = checkedReplies();
  for (const [name, schema] of replies) {
    const built = Build(schema);
    const patterns = built.External().variables.map((pattern) => {
      if (!(pattern instanceof RegExp)) throw new Error(`${name}: only patterns can be written to a file, not ${String(pattern)}`);
      return String(pattern);
    });
    checks.push(
      `/** Whether a value is in the contract's \`${name}\`. */`,
      `export const is${name}: (value: unknown) => value is ${name} = (() => {`,
      ...(patterns.length > 0 ? [`  const External = [${patterns.join(', ')}];`] : []),
      ...built.Functions().map((text) => `  ${text};`),
      `  return (value: unknown): value is ${name} => ${built.Entry()};`,
      '})();',
      '',
    );
  }
  const names = [...replies.keys()];
  const imported = `import type { ${names.join(', ')} } from './index.ts';`;
  return `// @ts-nocheck\n${banner}${imported}\n\n/** A reply that can be explained. */\nexport type ReplyName = ${names.map((name) => `'${name}'`).join(' | ')};\n\n${checks.join('\n')}`;
}

/** `schemas.gen.ts`: the same schemas as plain JSON, for the explanation of a mismatch. */
export function generateSchemas(): string {
  const plain = Object.fromEntries([...checkedReplies()].map(([name, schema]) => [name, JSON.parse(JSON.stringify(schema)) as unknown]));
  return `${banner}export const schemas = ${JSON.stringify(plain, null, 2)};\n`;
}

/** `paths.gen.ts`: of each operation what a client needs to ask it. */
export function generatePaths(): string {
  const rows = Object.entries<Operation>(operations).map(([name, { method, path, body }]) => {
    const sent = body === undefined ? '' : `, body: '${body}'`;
    return `  ${name}: { method: '${method}', path: '${path}'${sent} },\n`;
  });
  return `${banner}export const paths = {\n${rows.join('')}} as const;\n`;
}
