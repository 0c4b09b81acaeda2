// Given to Node by `--import`: when the process ends, the file that LOADED_FILES names holds the paths of all files of code that
// it has loaded, a line each.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env['LOADED_FILES'] ?? '', [...loaded].join('\n')));
