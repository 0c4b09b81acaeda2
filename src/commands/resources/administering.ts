import { administration, type Administration } from '../../client/index.ts';
import type { Shown } from '../run/result.ts';
import { lookupCommand } from './resource-command.ts';

/** Work of an administrator that the command line shows itself: it reads the options for that, and may do it on the data, too. */
export const administering = (work: (ways: Administration) => Promise<void>) =>
  lookupCommand({
    name: 'administer',
    summary: '',
    examples: [],
    async run(call, { org }): Promise<Shown> {
      await work(administration(call, org));
      return { kind: 'shown', parts: [], json: {} };
    },
  });
