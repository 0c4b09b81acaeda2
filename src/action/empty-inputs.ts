import { UsageError } from '../errors/index.ts';
import type { RawOptions } from '../options/index.ts';
import type { ActionCommand } from './inputs.ts';

/** The faults of inputs that are left out or empty, with the correction for a step. */
export function emptyInputs(command: ActionCommand, raw: RawOptions): ReadonlyMap<string, UsageError> {
  const errors = new Map<string, UsageError>();
  for (const { required, use } of command.options) {
    if (required !== true || use.example === undefined || (raw[use.name] ?? '').trim() !== '') continue;
    errors.set(use.name, missing(use.name, use.example));
  }
  if (raw['test-outcome']?.trim() === '') errors.set('test-outcome', noSuchStep());
  return errors;
}

function missing(name: string, example: string): UsageError {
  return new UsageError('empty-input', `Input ${name} is missing or empty`, {
    fix: `Write for example ${name}: ${example} under with:. A secret or variable that is not set gives an empty text too: look at where the value comes from`,
  });
}

/** An expression about a step that does not exist is an empty text. */
function noSuchStep(): UsageError {
  return new UsageError('empty-input', 'Input test-outcome is empty: no step of this job before this one has that id', {
    fix: 'Give the test step id: tests, and write test-outcome: ${{ steps.tests.outcome }}',
  });
}
