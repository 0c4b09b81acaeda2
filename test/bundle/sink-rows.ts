import { expect, test } from 'vitest';
import { outputTable } from '../../src/commands/index.ts';
import { texts, word, type Sink, type Source } from './foreign-source.ts';
import { sources } from './foreign-sources.ts';
import { expectHarmlessStatuses, expectNoForeignCommands, expectNoForeignMarkup } from './harmless.ts';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';

/** A foreign text at the place that it comes from. */
export interface SinkRow extends Source {
  readonly what: string;
  readonly text: string;
}

/** Every text from every source. */
export const sinkTable: readonly SinkRow[] = sources.flatMap((row) => texts.map(([what, text]) => ({ ...row, what, text })));

/** A test for each of these rows: the text does nothing where it is shown. Within `describe.concurrent` some run at once. */
export function testSinks(rows: readonly SinkRow[]): void {
  const openPlay = usePlays();

  test.for(rows)('$source, as $what, is text wherever it is shown', async ({ options, run, shownIn, text }, context) => {
    const play = openPlay(context);
    await play.stage.putFlow(play.flow, ['unit']);
    const reported = await openReported(play, options?.(text), context.onTestFinished);
    const { api } = reported;
    const done = await run(
      { ...reported, run: (given = {}) => reported.run({ ...given, inputs: { report: 'status,comment', ...given.inputs } }) },
      text,
    );

    expectNoForeignCommands(done);
    expect(done.commandErrors).toEqual([]);
    expectHarmlessStatuses(api, play.flow);
    for (const page of [done.summary, ...api.comments.map(({ body }) => body.replace(/^<!-- compliance-evidence: [\w-]+ -->/, ''))])
      expectNoForeignMarkup(page);
    expect(Object.keys(done.outputs).toSorted()).toEqual(Object.keys(outputTable).toSorted());
    expect(done.outputs['compliant']).toBe(String(done.outputs['verdict'] === 'compliant'));
    for (const name of ['verdict', 'compliant', 'trail', 'commit', 'trail-url', 'subject']) expect(done.outputs[name]).toMatch(/^[!-~]*$/);
    expect(done.env).toEqual({});

    const sinks: Readonly<Record<Sink, string>> = {
      log: done.log.slice(done.log.indexOf('##[endgroup]')),
      annotations: JSON.stringify(done.annotations),
      summary: done.summary,
      comment: api.comments.map(({ body }) => body).join('\n'),
      status: JSON.stringify(api.statuses),
      outputs: JSON.stringify(done.outputs),
    };
    expect(shownIn.filter((sink) => !sinks[sink].includes(word))).toEqual([]);
  });
}
