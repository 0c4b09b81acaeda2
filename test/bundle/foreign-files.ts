import { expect } from 'vitest';
import { everywhere, word, type Source } from './foreign-source.ts';
import { attribute } from './hostile.ts';
import { pullRequestOf } from './reported.ts';

/** The foreign texts in results files and in the repository around them. */
export const fileSources: readonly Source[] = [
  {
    source: 'suites and tests of a results file',
    shownIn: everywhere,
    run({ run }, text) {
      const name = attribute(text);
      const xml = `<testsuite name="${name}"><testcase classname="${name}" name="${name}" file="${name}"><failure message="${name}">${name}</failure></testcase></testsuite>`;
      return run({ files: { 'build/unit.xml': xml } });
    },
  },
  {
    source: 'the name of a results file',
    shownIn: [...everywhere, 'status'],
    // Takes only as much as the name of a file can hold.
    run: ({ run }, text) => run({ files: { [`build/${text.replaceAll('/', '-').slice(0, 200)}.xml`]: '' } }),
  },
  {
    source: 'folders of results files, and files of the repository that they name',
    shownIn: everywhere,
    async run({ play, run }, text) {
      // Takes only as much as the name of a folder can hold.
      const folder = text.replaceAll('/', '-').slice(0, 150);
      // XML drops some characters, and others separate the answers of git: with them the test would have no link.
      const source = `src/${folder.replace(/[\u0000-\u001F\u0085]/g, ' ')}/till.py`;
      const sha = await play.workspaces.commit({ [source]: 'a\n' });
      const suite = `<testsuite name="s"><testcase name="t" file="${attribute(source)}" line="1"><failure message="no"/></testcase></testsuite>`;
      const done = await run({
        at: sha,
        files: { [source]: 'a\n', [`build/${folder}/unit.xml`]: suite, 'build/other/unit.xml': suite },
        event: pullRequestOf(sha),
        contexts: { github: { sha } },
        inputs: { 'junit-paths': 'build/**/*.xml' },
      });
      expect(done.summary).toContain(`](<https://github.com/acme/shop/blob/${sha}/src/${word}`);
      return done;
    },
  },
];
