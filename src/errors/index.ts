export {
  ContractError,
  EvidenceError,
  Fault,
  ResponseError,
  TransportError,
  UsageError,
  type ContractCode,
  type EvidenceCode,
  type EvidenceProblem,
  type FaultOptions,
  type ResponseCode,
  type ResponseErrorOptions,
  type TransportCode,
  type UsageCode,
} from './fault.ts';
export { endings, stopEndingOf, verdictNames, type Ending, type Outcome, type StopEnding, type Tone, type VerdictName } from './verdict.ts';
