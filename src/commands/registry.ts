import type { Command } from './command.ts';
import { actionCommands } from './action-commands.ts';
import { flowApplyCommand } from './flow-apply.ts';
import { junitCommand } from './junit.ts';

/** Every command that is about the service of a base URL, or about files; the command line has all of them. */
export const commands: readonly Command[] = [...actionCommands, junitCommand, flowApplyCommand];
