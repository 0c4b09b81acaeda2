export { discover, type DiscoveredFile, type Discovery, type MissedPattern, type SearchFinding } from './discover.ts';
export { type Fingerprint, type FingerprintOptions, fingerprintOf, ignoreFile } from './fingerprint.ts';
export { contains, nameOf, type SearchBounds } from './pattern.ts';
export {
  type FileRefusal,
  headOf,
  headSize,
  openFile,
  openRegularFile,
  readNamedText,
  readRegularFile,
  refusalWords,
} from './regular-file.ts';
