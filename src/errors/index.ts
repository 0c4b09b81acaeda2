export { Fault, type FaultOptions } from './fault.ts';
export { UsageError, type UsageCode } from './usage-error.ts';
export { ResponseError, type ResponseCode, type ResponseErrorOptions } from './response-error.ts';
export { TransportError, type TransportCode } from './transport-error.ts';
export { ContractError, type ContractCode } from './contract-error.ts';
export { EvidenceError, type EvidenceCode, type EvidenceProblem } from './evidence-error.ts';
export { endings, stopEndingOf, verdictNames } from './verdict.ts';
export type { Ending, Outcome, StopEnding, Tone, VerdictName } from './verdict.ts';
