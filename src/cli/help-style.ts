import type { HelpConfiguration } from 'commander';
import { sharedHeading } from './shared-options.ts';

/** What the help says of an option next to its description: its default, and its variable where it is not a shared one. */
export const helpStyle: HelpConfiguration = {
  optionDescription({ defaultValue, description, envVar, helpGroupHeading }) {
    const hint = typeof defaultValue === 'string' ? ` (default: ${defaultValue})` : '';
    const variable = envVar === undefined || helpGroupHeading === sharedHeading ? '' : ` (env: ${envVar})`;
    return `${description}${hint}${variable}`;
  },
};
