export { discover, type DiscoveredFile, type Discovery } from './discover.ts';
export type { DirectoryLink, MissedPattern, SearchFinding } from './finding.ts';
export { type FileRefusal, readRegularFile } from './regular-file.ts';
