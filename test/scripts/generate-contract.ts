import { Type, type TSchema } from 'typebox';
import { Build } from 'typebox/schema';
import { AttestationCreated, AttestationRecord, AttestationsByCommit, Named, Page, Trail } from '../../src/contract/index.ts';

/** The replies that the client reads: a check and a schema each. `types` says which room's file declares the type. */
const replies = {
  AttestationCreated: { schema: AttestationCreated, file: './junit-attestation.ts' },
  AttestationRecord: { schema: AttestationRecord, file: './attestation.ts' },
  AttestationsByCommit: { schema: AttestationsByCommit, file: './attestation.ts' },
  Items: { schema: Type.Array(Type.Unknown()), file: undefined },
  Named: { schema: Named, file: './trail.ts' },
  Page: { schema: Page, file: './pagination.ts' },
  Trail: { schema: Trail, file: './trail.ts' },
} satisfies Record<string, { schema: TSchema; file: string | undefined }>;

const banner = '// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.\n';

/** `checks.gen.ts`: one boolean check a reply, without a schema library. */
export function generateChecks(): string {
  const imports: string[] = [];
  const checks: string[] = [];
  for (const [name, { schema, file }] of Object.entries(replies)) {
    if (file !== undefined) imports.push(`import type { ${name} } from '${file}';`);
    const built = Build(schema);
    const patterns = built.External().variables.map((pattern) => {
      if (!(pattern instanceof RegExp)) throw new Error(`${name}: only patterns can be written to a file, not ${String(pattern)}`);
      return String(pattern);
    });
    const type = file === undefined ? 'readonly unknown[]' : name;
    checks.push(
      `/** Whether a value is ${file === undefined ? 'an array' : `in the contract's \`${name}\``}. */`,
      `export const is${name}: (value: unknown) => value is ${type} = (() => {`,
      ...(patterns.length > 0 ? [`  const External = [${patterns.join(', ')}];`] : []),
      ...built.Functions().map((text) => `  ${text};`),
      `  return (value: unknown): value is ${type} => ${built.Entry()};`,
      '})();',
      '',
    );
  }
  const names = Object.keys(replies).map((name) => `'${name}'`);
  return `// @ts-nocheck\n${banner}${imports.join('\n')}\n\n/** A reply that can be explained. */\nexport type ReplyName = ${names.join(' | ')};\n\n${checks.join('\n')}`;
}

/** `schemas.gen.ts`: the same schemas as plain JSON, for the explanation of a mismatch. */
export function generateSchemas(): string {
  const plain = Object.fromEntries(
    Object.entries(replies).map(([name, { schema }]) => [name, JSON.parse(JSON.stringify(schema)) as unknown]),
  );
  return `${banner}export const schemas = ${JSON.stringify(plain, null, 2)};\n`;
}
