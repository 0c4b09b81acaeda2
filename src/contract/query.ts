import type { OperationName } from './schemas/operations.ts';

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
