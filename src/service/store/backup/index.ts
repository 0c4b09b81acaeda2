export { bytesOf, readArchive, writeArchive } from './archive.ts';
export { backUp, type Backup, type BackupProgress } from './backup.ts';
export { BrokenBackup, BrokenData } from './entries.ts';
export { restore, type Restored } from './restore.ts';
