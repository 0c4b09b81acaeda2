import { findGoTool } from './go-tool.ts';

const version = '0.2.87';

/** The path of `act`, the workflow engine. Go installs it where it is missing. Another version does not count. */
export function findAct(say: (line: string) => void): string {
  const page = `https://github.com/nektos/act/releases/tag/v${version}`;
  return findGoTool(
    { name: 'act', module: 'github.com/nektos/act', version, ask: '--version', answer: `act version ${version}`, page },
    say,
  );
}
