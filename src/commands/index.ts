export { run } from './run.ts';
export { contextOf, type RunContext } from './context.ts';
export { noSecretsError } from './fork.ts';
export type { RecordedEvidence, RunResult } from './result.ts';
export { sentSoFar, type Event, type Report } from './report.ts';
export { commandNames, type CommandName, type OptionSpec } from './option.ts';
export { options, optionsOf, specOf, type Naming, type OptionName, type RawOptions } from './options.ts';
export { optionReader, type OptionReader } from './read-option.ts';
export { userAgent, version } from './version.ts';
