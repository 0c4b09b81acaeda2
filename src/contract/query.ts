import type { OperationName } from './schemas/operations.ts';
import type { RepoInfo } from './schemas/parts.ts';

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
    : Value;

/** A body as a client sends it: nothing in it changes any more. */
export type AsSent<Body> = Unchanging<Omit<Body, 'repo_info'>> & { readonly repo_info?: RepoInfo };

/** The form of a parameter of a reading operation, which is text. */
export interface ParameterForm {
  readonly in: 'path' | 'query';
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  /** The parameter may occur several times. */
  readonly several?: true;
  readonly choices?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An operation that only reads. Its organization is given separately. */
export interface ReadingOperation {
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, ParameterForm>>;
}
