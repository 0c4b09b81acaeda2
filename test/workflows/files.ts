import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../support/sources.ts';
import { yamlBlocks } from './examples.ts';

/** A workflow of this repository, or one that the documentation shows for others to copy. */
export interface WorkflowFile {
  readonly kind: 'own' | 'recipe';
  /** The path from the root. For a recipe it is its page and place, as `README.md (1)`. */
  readonly path: string;
  readonly text: string;
}

/** Workflows under `.github`, and the whole ones among the blocks of YAML in README and docs. */
export function workflowFiles(): readonly WorkflowFile[] {
  const folder = '.github/workflows';
  const own = readdirSync(join(root, folder)).map((name) => readOwn(`${folder}/${name}`));
  const blocks = yamlBlocks().map(({ page, text }, index): WorkflowFile => ({ kind: 'recipe', path: `${page} (${index + 1})`, text }));
  return [...own, ...blocks.filter(({ text }) => isWorkflow(text))];
}

/** The manifests of the action and of its sub-actions. */
export function manifestFiles(): readonly { readonly path: string; readonly text: string }[] {
  const folder = '.github/actions';
  return ['action.yml', ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}/action.yml`)].map(readOwn);
}

/** The text of a file of this repository; `undefined` where there is none. */
export function textOf(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

function readOwn(path: string): WorkflowFile {
  return { kind: 'own', path, text: readFileSync(join(root, path), 'utf8') };
}

function isWorkflow(text: string): boolean {
  const value: unknown = parse(text);
  return typeof value === 'object' && value !== null && 'jobs' in value;
}
