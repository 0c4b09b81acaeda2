import { markdown } from '../text/index.ts';

/** The job summary of a run that came to no verdict: what stopped it, and how to fix it. */
export function renderEnding(message: string, fix: string): string {
  return `## 🛑 Stopped before a verdict\n\n**${markdown(message, 2_000)}**\n\n${fix
    .split('\n')
    .map((line) => markdown(line, 1_000))
    .join('  \n')}\n`;
}
