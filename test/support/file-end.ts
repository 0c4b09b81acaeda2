/** The work that is left for the end of the test file that runs. */
const endings: (() => Promise<void>)[] = [];

/** Call this from within a test: it does something once the last test of its file has ended. */
export function onFileFinished(ending: () => Promise<void>): void {
  endings.push(ending);
}

export async function endFile(): Promise<void> {
  for (const ending of endings.splice(0)) await ending();
}
