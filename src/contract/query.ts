import type { OperationName } from './schemas/operations.ts';

export interface ParameterForm {
  readonly in: 'path' | 'query';
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'choice';
  readonly required?: true;
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
