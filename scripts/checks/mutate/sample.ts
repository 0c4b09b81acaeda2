import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { posix, root } from '../../../test/support/sources.ts';
import type { MutantResult } from './survivors.ts';

type Mutant = Pick<MutantResult, 'fileName' | 'location' | 'replacement'> & { readonly id: string };

/**
 * A checker of Stryker that lets through a random choice of the mutants: each by itself, so that every file has its part, and
 * by its own hash, so that the same seed chooses the same mutants again, and a smaller share some of those. `MUTANT_SAMPLE` is
 * the share, from 0 to 1, and the seed. The others end as if they could not be compiled, and so do not count.
 */
class Sample {
  readonly #share: number;
  readonly #seed: string;

  constructor() {
    const [share, seed = ''] = process.env['MUTANT_SAMPLE']?.split(' ') ?? [];
    this.#share = Number(share);
    this.#seed = seed;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  check(
    mutants: readonly Mutant[],
  ): Promise<Readonly<Record<string, { readonly status: 'passed' | 'compileError'; readonly reason?: string }>>> {
    return Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => [mutant.id, this.#has(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not chosen' }]),
      ),
    );
  }

  #has({ fileName, location: { start, end }, replacement }: Mutant): boolean {
    const mutant = [this.#seed, posix(relative(root, fileName)), start.line, start.column, end.line, end.column, replacement];
    return createHash('sha256').update(JSON.stringify(mutant)).digest().readUInt32BE() < this.#share * 2 ** 32;
  }
}

/** Stryker looks for this name in a module of plugins. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];

/** Where the share of all lies when `some` of `tried` that were chosen at random were found: Wilson's interval, of 95 %. */
export function wilson(some: number, tried: number): readonly [number, number] {
  const z = 1.96;
  const share = some / tried;
  const centre = share + z ** 2 / (2 * tried);
  const spread = z * Math.sqrt((share * (1 - share)) / tried + z ** 2 / (4 * tried ** 2));
  const whole = 1 + z ** 2 / tried;
  return [(centre - spread) / whole, (centre + spread) / whole];
}
