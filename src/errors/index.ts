export {
  ContractError,
  EvidenceError,
  Fault,
  ResponseError,
  TransportError,
  UsageError,
  codeOf,
  hasCode,
  isFull,
  messageOf,
  wrongUse,
} from './fault.ts';
export type { ContractCode, EvidenceCode, EvidenceProblem, FaultOptions, ResponseCode, ResponseErrorOptions } from './fault.ts';
export type { TransportCode, UsageCode } from './fault.ts';
export { endings, stopEndingOf, verdictNames, type Ending, type Outcome, type StopEnding, type Tone, type VerdictName } from './verdict.ts';
