export { allOrComplaints, later } from './all-or-complaints.ts';
export { attestOptions, readAttest, requiredToAttest, type AttestSettings } from './attest.ts';
export {
  addressOptions,
  connectionOptions,
  readAddress,
  readConnection,
  readLookup,
  requiredForConnection,
  requiredToLookUp,
  type AddressSettings,
  type ConnectionSettings,
  type LookupSettings,
} from './connection.ts';
export { flowFileOption } from './flows.ts';
export { gateOptions, readGate, type GateSettings } from './gate.ts';
export { junitOptions, minTestsOption, readJunitOptions } from './junit.ts';
export {
  fingerprintOption,
  idOption,
  limitOption,
  nameOption,
  numberOption,
  readFingerprint,
  readSha,
  repoOption,
  searchOption,
  shaOption,
} from './listing.ts';
export { readName } from './names.ts';
export { flowOption } from './subject.ts';
export { openReader, type FileText, type GivenOptions, type OptionReader, type RawOptions, type ReadFile } from './reader.ts';
export { junitPathsOption, workingDirectoryOption, readJunitPaths } from './results.ts';
export { readService, requiredForService, serviceOptions, type ServiceSettings } from './service.ts';
export { uses, type NamesOf, type OptionSpec, type OptionUse } from './spec.ts';
export { optionGroups, type OptionGroup } from './table.ts';
