import type { OperationName } from './schemas/operations.ts';
import type { RepoInfo } from './schemas/parts.ts';

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
    : Value;

/** Nothing in it changes any more. */
export type AsSent<Body> = Unchanging<Omit<Body, 'repo_info'>> & { readonly repo_info?: RepoInfo };

export interface ParameterForm {
  readonly in: 'path' | 'query';
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  readonly several?: true;
  readonly choices?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Its organization is given separately. */
export interface ReadingOperation {
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, ParameterForm>>;
}
