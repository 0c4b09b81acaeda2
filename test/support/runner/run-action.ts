import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readManifest } from './manifest.ts';
import { createMasker } from './masker.ts';
import { openJobPlace, playScript } from './play-script.ts';
import type { ActionRun, RunOptions } from './types.ts';

const ownManifest = fileURLToPath(new URL('../../../action.yml', import.meta.url));

/** An action whose step is done, in a job that goes on. */
export interface StartedAction {
  readonly main: ActionRun;
  /** The job's folder for temporary files. */
  readonly temp: string;
  /** Ends the job: plays `post`, where the action has one, and removes the folders of the job. */
  readonly end: () => Promise<ActionRun | undefined>;
}

/**
 * Runs a JavaScript action as one step of a job, as GitHub's runner does (actions/runner 258d6c8, v2.336.0, on Linux or macOS).
 * Rejects when the action cannot be run at all: no manifest, a default that cannot be evaluated, no script.
 */
export async function startAction(options: RunOptions): Promise<StartedAction> {
  const manifest = await readManifest(options.manifest ?? ownManifest);
  const { main: file, post } = manifest;
  for (const script of [file, ...(post === undefined ? [] : [post])]) {
    await stat(script).catch(() => {
      throw new Error(`${script} does not exist. Build it first: npm run build`);
    });
  }
  const place = await openJobPlace(options);
  const job = { ...place, masker: createMasker() };
  try {
    const main = await playScript({ kind: 'main', file }, manifest, options, job);
    return {
      main,
      temp: place.places.temp,
      async end() {
        try {
          if (post === undefined) return undefined;
          // The end of a step runs whatever stopped the step.
          const { signalAfter: _, ...rest } = options;
          const env = { ...options.env, ...main.env };
          return await playScript({ kind: 'post', file: post, state: main.state }, manifest, { ...rest, env }, job);
        } finally {
          await place.remove();
        }
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** The step alone, in a job that ends with it. */
export async function runAction(options: RunOptions): Promise<ActionRun> {
  const { end, main } = await startAction(options);
  await end();
  return main;
}
