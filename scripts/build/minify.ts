import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'rolldown/utils';

/**
 * Prints the scripts of a folder again, shorter. Names of classes and functions stay because messages and stack traces show them.
 * The brackets round webpack's module functions stay too, because V8 knows by them that the functions run at once
 * (docs/adr/0003-start.md).
 */
export function minify(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const file = join(folder, name);
    const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), {
      module: true,
      compress: { target: 'node24', keepNames },
      mangle: { toplevel: true, keepNames },
    });
    if (errors.length > 0) throw new Error(`${name} could not be minified: ${errors.map(({ message }) => message).join('; ')}`);
    writeFileSync(file, code);
  }
}

const keepNames = { function: true, class: true };
