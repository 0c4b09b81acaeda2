import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The parts of a workflow that the tests look at. */
export interface Workflow {
  readonly on: {
    readonly workflow_call?: {
      readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean; readonly default?: unknown }>>;
      readonly secrets: Readonly<Record<string, { readonly required: boolean }>>;
      readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    };
    readonly [event: string]: unknown;
  };
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

export interface WorkflowJob {
  readonly needs?: unknown;
  readonly if?: string;
  readonly name?: string;
  readonly permissions?: object;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly 'runs-on'?: string;
  readonly steps?: readonly WorkflowStep[];
  /** A reusable workflow instead of steps. */
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly secrets?: unknown;
}

export interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

export function parseWorkflow(text: string): Workflow {
  const workflow: Workflow = parse(text);
  return workflow;
}

/** One of the workflows of this repository, by the name of its file. */
export function readWorkflow(name: string): Workflow {
  return parseWorkflow(readFileSync(join(import.meta.dirname, `../../.github/workflows/${name}`), 'utf8'));
}
