import { attestAndGateCommand } from './attest-and-gate.ts';
import { attestCommand } from './attest/command.ts';
import type { Command } from './command.ts';
import { gateCommand } from './gate/command.ts';
import type { Judged, Recorded } from './result.ts';

/** The commands that the action has as well, the usual one first. */
export const actionCommands: readonly Command<string, unknown, Judged | Recorded>[] = [attestAndGateCommand, attestCommand, gateCommand];
