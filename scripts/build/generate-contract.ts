import type { TSchema } from 'typebox';
import { Build } from 'typebox/schema';
import type { ParameterForm } from '../../src/contract/index.ts';
import { Items, Page } from '../../src/contract/schemas/fields.ts';
import { paramsOf, type Operation } from '../../src/contract/schemas/operation.ts';
import { operations, operationsByResource } from '../../src/contract/schemas/operations.ts';

/** The shapes of any listing belong to no resource. */
const listings = { Items, Page };

/** The schemas of the answers that a client checks, each once, below the first resource whose operations name it. */
function checkedReplies(): ReadonlyMap<string, ReadonlyMap<string, TSchema>> {
  const found = new Map<string, { readonly schema: TSchema; readonly resource: string }>();
  for (const [name, schema] of Object.entries(listings)) found.set(name, { schema, resource: 'answers' });
  for (const [resource, table] of Object.entries<Readonly<Record<string, Operation>>>(operationsByResource)) {
    for (const [name, schema] of Object.values(table).flatMap(({ checks = {} }) => Object.entries(checks))) {
      const known = found.get(name);
      if (known !== undefined && known.schema !== schema) throw new Error(`Two operations give the name ${name} to different replies`);
      if (known === undefined) found.set(name, { schema, resource });
    }
  }
  const byResource = Map.groupBy([...found].toSorted(byName), ([, { resource }]) => resource);
  return new Map([...byResource].map(([resource, checks]) => [resource, new Map(checks.map(([name, { schema }]) => [name, schema]))]));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

export const banner = '// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.\n';

/** `checks/<resource>.gen.ts`: one boolean check a reply, without a schema library. */
export function generateChecks(): ReadonlyMap<string, string> {
  return new Map([...checkedReplies()].map(([resource, replies]) => [resource, checksOf(replies)]));
}

function checksOf(replies: ReadonlyMap<string, TSchema>): string {
  const checks: string[] = [];
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
  const imported = `import type { ${[...replies.keys()].join(', ')} } from '../index.ts';`;
  return `// @ts-nocheck\n${banner}${imported}\n\n${checks.join('\n')}`;
}

/** `schemas.gen.ts`: the same schemas as plain JSON, for the explanation of a mismatch. */
export function generateSchemas(): string {
  const replies = [...checkedReplies().values()].flatMap((checks) => [...checks]).toSorted(byName);
  const plain = Object.fromEntries(replies.map(([name, schema]) => [name, JSON.parse(JSON.stringify(schema)) as unknown]));
  return `${banner}export const schemas = ${JSON.stringify(plain, null, 2)};\n\n/** A reply that can be explained. */\nexport type ReplyName = keyof typeof schemas;\n`;
}

/** `paths.gen.ts`: the facts about an operation that a client needs to ask it. `query` alone asks a read whose answer nothing checks. */
export function generatePaths(): string {
  return pathsWhere('paths', (operation) => {
    const { checks, isFile, method } = operation;
    return !isOnLineOnly(operation) && !(method === 'GET' && checks === undefined && isFile !== true);
  });
}

/** `administration-paths.gen.ts`: those that the command line alone asks, apart so that the action does not load them. */
export function generateAdministrationPaths(): string {
  return pathsWhere('administrationPaths', (operation) => isOnLineOnly(operation) || operation.mediaTypes !== undefined);
}

function isOnLineOnly({ isOnLine, need }: Operation): boolean {
  return isOnLine === true || need === 'administer' || need === 'operator';
}

function pathsWhere(name: string, isThere: (operation: Operation) => boolean): string {
  const there = Object.entries<Operation>(operations).filter(([, operation]) => isThere(operation));
  const rows = there.map(([operation, { data, file, method, path, json, ...row }]) => {
    const body = row.body ?? (data === undefined || file !== undefined ? undefined : 'json');
    const sent = Object.entries({ body, json, file }).map(([part, value]) => (value === undefined ? '' : `, ${part}: '${value}'`));
    return `  ${operation}: { method: '${method}', path: '${path}'${sent.join('')} },\n`;
  });
  return `${banner}export const ${name} = {\n${rows.join('')}} as const;\n`;
}

/** `queries.gen.ts`: the operations that only read, with what each takes, as a client can check it without a schema library. */
export function generateQueries(): string {
  const rows = readingOperations().map(([operation, row]) => {
    const { query } = row;
    const parameters = [...parametersOf(paramsOf(row), 'path'), ...(query === undefined ? [] : parametersOf(query, 'query'))];
    const lines = parameters.map(([name, form]) => `      ${name}: ${JSON.stringify(form)},\n`);
    return `  '${kebabCase(operation)}': {\n    operation: '${operation}',\n    at: '${row.path}',\n    parameters: {${lines.length === 0 ? '' : `\n${lines.join('')}    `}},\n  },\n`;
  });
  const imported = "import type { ReadingOperation } from './schemas/operations.ts';";
  return `${banner}${imported}\n\nexport const queries: Readonly<Record<string, ReadingOperation>> = {\n${rows.join('')}};\n`;
}

/** `query-names.gen.ts`: their names alone, which a list of options shows. */
export function generateQueryNames(): string {
  const names = readingOperations().map(([operation]) => `  '${kebabCase(operation)}',\n`);
  return `${banner}export const queryNames: readonly string[] = [\n${names.join('')}];\n`;
}

function readingOperations(): readonly (readonly [string, Operation])[] {
  return Object.entries<Operation>(operations).filter(
    // The others have commands of their own, and are nothing for a job.
    ([, operation]) => operation.method === 'GET' && operation.isFile !== true && !isOnLineOnly(operation),
  );
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The parameters of a path or a query, without the organization, which every command has an option for. */
function parametersOf(schema: TSchema, part: 'path' | 'query'): readonly (readonly [string, ParameterForm])[] {
  const { properties, required = [] }: ObjectSchema = JSON.parse(JSON.stringify(schema));
  return Object.entries(properties ?? {})
    .filter(([name]) => name !== 'org')
    .map(([name, property]) => [name, { in: part, ...(required.includes(name) ? { required: true } : {}), ...formOf(property) }]);
}

/** Reads from the schema of a text what it says about that text. The service checks everything else. */
function formOf(schema: TextSchema): Omit<ParameterForm, 'in' | 'required'> {
  const { anyOf, enum: choices, items, maxLength, maximum, minimum, minLength, pattern, type } = schema;
  if (items !== undefined) return { ...formOf(items), several: true };
  const values = choices ?? anyOf?.map((one) => one.const);
  if (values?.every((one) => typeof one === 'string') === true) return { kind: 'choice', choices: values };
  const list = anyOf?.find((one) => one.items !== undefined);
  const other = list ?? anyOf?.find((one) => one.type !== 'null');
  if (other !== undefined) return formOf(other);
  if (type === 'number') throw new Error('No parameter of a query is a number with a fraction: teach src/options/read-query.ts what it is');
  const kind = type === 'integer' || type === 'boolean' ? type : 'string';
  return { kind, ...JSON.parse(JSON.stringify({ pattern, minLength, maxLength, minimum, maximum })) };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TextSchema>>;
  readonly required?: readonly string[];
}

interface TextSchema extends Pick<ParameterForm, 'pattern' | 'minLength' | 'maxLength' | 'minimum' | 'maximum'> {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: TextSchema;
  readonly anyOf?: readonly TextSchema[];
}
