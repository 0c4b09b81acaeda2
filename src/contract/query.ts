import type { OperationName } from './schemas/operations.ts';

/** What a parameter of a reading operation may be, as text can say it. */
export interface ParameterForm {
  readonly place: 'path' | 'query';
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  /** It may stand there several times. */
  readonly several?: true;
  readonly choices?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An operation that only reads; its organization is told apart. */
export interface ReadingOperation {
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, ParameterForm>>;
}
