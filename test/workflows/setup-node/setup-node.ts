import { readFileSync } from 'node:fs';

const { 'INPUT_NODE-VERSION': version = '', 'INPUT_NODE-VERSION-FILE': file = '' } = process.env;
const wanted = version === '' ? readFileSync(file, 'utf8').trim() : version;
const running = process.versions.node;
if (wanted !== running && !running.startsWith(`${wanted}.`)) throw new Error(`Node ${running} runs, and ${wanted} is asked for.`);
process.stdout.write(`Node ${running}\n`);
