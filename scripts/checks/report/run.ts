/**
 * Makes the audit's HTML report of a week that is played, and of made-up audits (usual, hostile, empty, unknown, a year), and holds each to html-validate, to
 * axe-core and to its own policy in Chromium: on a telephone and on a desk, light and dark. Draws what was looked at, and
 * prints it.
 *
 *     npm run check:report [FOLDER]
 *
 * Needs Chromium (Debian: apt-get install chromium); CHROMIUM names another binary.
 */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { clean, empty, unknown } from '../../../test/audit/reports/html/audits.ts';
import { year } from '../../../test/audit/reports/html/year.ts';
import { hostile } from '../../../test/audit/reports/html/hostile.ts';
import { sample } from '../../../test/audit/reports/sample.ts';
import { auditedWeek } from './audited-week.ts';
import { installFor, loadPackage } from '../../../test/support/on-demand.ts';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** The part of the three packages that is used here. */
interface Page {
  goto(url: string): Promise<unknown>;
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void;
  on(event: 'request', listen: (request: { url(): string }) => void): void;
  evaluate<Result>(script: string): Promise<Result>;
  screenshot(options: { path: string; fullPage?: boolean; clip?: object }): Promise<unknown>;
  pdf(options: { path: string; format: string; preferCSSPageSize: boolean }): Promise<unknown>;
}
interface Browser {
  newPage(options: {
    viewport: { width: number; height: number };
    colorScheme: 'light' | 'dark';
  }): Promise<Page & { close(): Promise<void> }>;
  close(): Promise<void>;
}
interface Validated {
  readonly results: readonly {
    readonly messages: readonly { readonly line: number; readonly ruleId: string; readonly message: string }[];
  }[];
}

installFor('check:report');
const { chromium }: { chromium: { launch(options: object): Promise<Browser> } } = loadPackage('playwright-core');
const {
  HtmlValidate,
}: {
  HtmlValidate: new (config: object) => { validateString(text: string): Promise<Validated> };
} = loadPackage('html-validate');
const axe = readFileSync(loadPackage.resolve('axe-core/axe.min.js'), 'utf8');

const folder = resolve(process.argv[2] ?? join('node_modules', '.cache', 'report'));
mkdirSync(folder, { recursive: true });
const audits: Readonly<Record<string, Audit>> = {
  week: await auditedWeek(),
  sample: sample(),
  clean: clean(),
  empty: empty(),
  unknown: unknown(),
  hostile: hostile(),
  year: year(300),
};
/** The prose style of the project is not theirs: a void element may end in a slash. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'void-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
    'heading-level': 'error',
  },
});
/** Visible texts smaller than 12 px, which are too small for a telephone. */
const smallTexts = `[...document.querySelectorAll('body *')]
  .filter((element) => [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== ''))
  .filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12)
  .slice(0, 5)
  .map((element) => element.tagName + ' ' + getComputedStyle(element).fontSize + ' ' + element.textContent.slice(0, 60))`;
const faults: string[] = [];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [name, audit] of Object.entries(audits)) {
    const file = join(folder, `${name}.html`);
    await pipeline(Readable.from(htmlReport(audit)), createWriteStream(file));
    const { results } = await validator.validateString(readFileSync(file, 'utf8'));
    faults.push(
      ...results.flatMap(({ messages }) =>
        messages.map(({ line, message, ruleId }) => `${name}:${line} html-validate ${ruleId}: ${message}`),
      ),
    );
    for (const width of [390, 1280])
      for (const scheme of ['light', 'dark'] as const) faults.push(...(await look(name, file, width, scheme)));
    await print(name, file);
  }
} finally {
  await browser.close();
}
process.stdout.write(`${folder}\n${faults.length === 0 ? 'No fault' : [...new Set(faults)].join('\n')}\n`);
if (faults.length > 0) process.exitCode = 1;

async function look(name: string, file: string, width: number, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  try {
    const where = `${name} at ${width} ${colorScheme}`;
    const found: string[] = [];
    page.on('console', (message) => found.push(`${where} says on the console: ${message.text()}`));
    page.on('request', (request) => {
      if (request.url() !== `file://${file}`) found.push(`${where} asks for ${request.url()}`);
    });
    await page.goto(`file://${file}`);
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (wide > width) found.push(`${where} is ${wide} wide: the page itself scrolls to the side`);
    const small = await page.evaluate<readonly string[]>(smallTexts);
    found.push(...small.map((text) => `${where} has a text smaller than 12 px: ${text}`));
    await page.evaluate(axe);
    const violations = await page.evaluate<readonly Violation[]>(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
    );
    return [
      ...found,
      ...violations.map(
        ({ help, id, nodes }) =>
          `${where} axe ${id}: ${help} (${nodes.length}): ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary ?? ''}`,
      ),
    ];
  } finally {
    await page.close();
  }
}

async function print(name: string, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'dark' });
  try {
    await page.goto(`file://${file}`);
    await page.pdf({ path: join(folder, `${name}.pdf`), format: 'A4', preferCSSPageSize: false });
  } finally {
    await page.close();
  }
}
