import { ContractError, type ContractCode } from '../errors/index.ts';
import { anObject, closedShape, oneOf, passes, type Check, type Checked } from '../text/check.ts';
import { given, isObject, jsonProblem, oneLine } from '../text/index.ts';
import { aStatement, type Statement } from './contract.ts';
import { anEnvelope, payloadOf, type Envelope } from './envelope.ts';
import { bundleType, limits } from './words.ts';

const aBundle = closedShape({
  mediaType: oneOf(bundleType, 'application/vnd.dev.sigstore.bundle+json;version=0.3'),
  verificationMaterial: anObject,
  dsseEnvelope: anEnvelope,
});

/** Whether its signature is good is not checked here. A bare statement, which nobody signed, has no envelope. */
export interface FoundStatement {
  readonly statement: Statement;
  readonly envelope?: Envelope;
  /** Its material (`publicKey` or a certificate) is not checked here. */
  readonly bundle?: Checked<typeof aBundle>;
}

/**
 * The one statement of a file: bare, in an envelope, or in a bundle.
 * @throws {ContractError} where anything of it is not in the contract
 */
export function readStatement(bytes: Uint8Array): FoundStatement {
  const value = parse('file', bytes, limits.fileBytes);
  const has = (name: string): boolean => isObject(value) && Object.hasOwn(value, name);
  const bundle = has('mediaType') ? checked('bundle', value, aBundle) : undefined;
  if (bundle === undefined && !has('payload')) return { statement: checked('statement', value, aStatement) };
  const envelope = bundle?.dsseEnvelope ?? checked('envelope', value, anEnvelope);
  const statement = checked('statement', parse('statement', payloadOf(envelope), limits.statementBytes), aStatement);
  return { statement, envelope, ...given({ bundle }) };
}

/** An object with a name twice is refused: readers differ in which one they take, and a signature is over both. */
function parse(what: string, bytes: Uint8Array, most: number): unknown {
  if (bytes.length > most) throw refusal('not-json', `The ${what} has more than ${most} bytes`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const problem = jsonProblem(text, limits.json);
    if (problem !== undefined) throw refusal('not-json', `The ${what} is not read: ${problem.path || 'it'} ${problem.sentence}`);
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw cause instanceof ContractError ? cause : refusal('not-json', `The ${what} is no JSON in UTF-8`, { cause });
  }
}

/** @throws {ContractError} */
function checked<Value>(what: string, value: unknown, check: Check<Value>): Value {
  if (passes(check, value)) return value;
  const fault = check(value) ?? '';
  throw refusal('wrong-shape', `The ${what} is not of the form that it must have: ${fault.trim()}`, {
    path: `$${fault.replace(/ .*/s, '')}`,
  });
}

const fix =
  'Take it again from who made it: a statement of test results or of a verdict, bare, in a DSSE envelope or in a Sigstore bundle, one a file or a line';

function refusal(code: ContractCode, message: string, more: { readonly path?: string; readonly cause?: unknown } = {}): ContractError {
  return new ContractError(code, oneLine(message), { fix, ...more });
}
