import type { AuditedChange } from '../judge/change.ts';
import type { World } from '../judge/world.ts';
import type { People } from './identity.ts';

/** All addresses that a text of the file gives to somebody; where they differ, as one before that of now has it. */
export function peopleOfAll({ file, files }: Pick<World, 'file' | 'files'>): People {
  return new Map([file, ...files.values()].flatMap((one) => [...(one?.people ?? [])]));
}

/**
 * The people whose addresses are known for a change. An address that the file has named only since then is known too: authorship
 * is no rule that could be loosened, and with more names more authors are found. An older statement of the file stays valid: a
 * later one gives no address to another person.
 */
export function peopleFor({ file }: Pick<AuditedChange, 'file'>, world: Pick<World, 'file'>): People {
  if (file === null || world.file === null || file === world.file) return (file ?? world.file)?.people ?? new Map();
  return new Map([...world.file.people, ...file.people]);
}
