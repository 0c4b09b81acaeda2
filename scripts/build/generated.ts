import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  generateAdministrationPaths,
  generateChecks,
  generatePaths,
  generateQueries,
  generateQueryNames,
  generateSchemas,
} from './generate-contract.ts';
import { callingService, generateOidcWorkflow } from './generate-oidc-workflows.ts';
import { generateParameters } from './generate-parameters.ts';

const root = join(import.meta.dirname, '../../');

/** The present text of a generated file, and the right one. */
export interface GeneratedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Makes the files of the contract, which are not committed, and needs none of them. Removes a check that no schema asks for any more. */
export function makeContract(): void {
  const files = generatedFromContract();
  write(files);
  const known = new Set(files.map(({ path }) => path));
  const checks = readdirSync(`${root}src/contract/checks`).map((name) => `${root}src/contract/checks/${name}`);
  for (const path of checks.filter((check) => !known.has(check))) rmSync(path);
}

export function write(files: readonly GeneratedFile[]): readonly string[] {
  const changed = files.filter(({ before, after }) => before !== after);
  for (const { path, after } of changed) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after);
  }
  return changed.map(({ path }) => path);
}

export function generatedFromContract(): readonly GeneratedFile[] {
  return [
    ...Array.from(generateChecks(), ([resource, text]) => file(`src/contract/checks/${resource}.gen.ts`, () => text)),
    file('src/contract/administration-paths.gen.ts', generateAdministrationPaths),
    file('src/contract/parameters.gen.ts', generateParameters),
    file('src/contract/paths.gen.ts', generatePaths),
    file('src/contract/queries.gen.ts', generateQueries),
    file('src/contract/query-names.gen.ts', generateQueryNames),
    file('src/contract/schemas.gen.ts', generateSchemas),
  ];
}

/** Loaded here because the commands and options need the files that the contract makes. */
export async function generatedFromCommands(): Promise<readonly GeneratedFile[]> {
  const { actionCommands, actionNameOf } = await import('../../src/commands/index.ts');
  const {
    generateCommandManifest,
    generateCommandTable,
    generateEventTable,
    generateInputTables,
    generateInterfaceTable,
    generateManifest,
    generateQueryTable,
  } = await import('./generate-manifest.ts');
  const { generatePermissions } = await import('./generate-permissions.ts');
  const { generateServeManifest, generateServeTables } = await import('./generate-serve.ts');
  const { generateAuditOutcomes, generateAuditRules } = await import('./generate-audit.ts');
  const { generateVerdictTable, generateVerdictTables } = await import('./generate-verdicts.ts');
  const { generateFromKosli } = await import('./generate-from-kosli.ts');
  return [
    file('action.yml', generateManifest),
    ...actionCommands.map((command) => file(`.github/actions/${actionNameOf(command)}/action.yml`, () => generateCommandManifest(command))),
    file('.github/actions/serve/action.yml', generateServeManifest),
    file('docs/inputs.md', generateInputTables),
    file('docs/commands.md', generateCommandTable),
    file('docs/interface.md', generateInterfaceTable),
    file('docs/service.md', generateServeTables),
    file('docs/query.md', generateQueryTable),
    file('docs/events.md', generateEventTable),
    file('README.md', generateVerdictTable),
    file('docs/verdicts.md', generateVerdictTables),
    file('docs/audit.md', generateAuditRules),
    file('docs/audit-reports.md', generateAuditOutcomes),
    file('docs/permissions.md', generatePermissions),
    file('docs/from-kosli.md', generateFromKosli),
  ];
}

/** These are written first: a page lists what each workflow asks for. */
export function generatedWorkflows(): readonly GeneratedFile[] {
  const folder = '.github/workflows';
  return callingService.map((name) => {
    const text = readFileSync(`${root}${folder}/${name}.yml`, 'utf8');
    return file(`${folder}/${name}-oidc.yml`, () => generateOidcWorkflow(name, text));
  });
}

export async function generatedFromService(): Promise<readonly GeneratedFile[]> {
  const { generateApi } = await import('./generate-api.ts');
  const { generateRoles } = await import('./generate-roles.ts');
  return [file('docs/api.md', generateApi), file('docs/roles.md', generateRoles)];
}

function file(name: string, make: (before: string) => string): GeneratedFile {
  const path = `${root}${name}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return { path, before, after: make(before) };
}
