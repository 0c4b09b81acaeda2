import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '../../');

/** GitHub's fonts and colours, near enough. */
const style = `body { margin: 24px 32px; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif; color: #1f2328; }
a { color: #0969da; text-decoration: none; }`;

/**
 * Draws a page into a PNG file, in GitHub's look. Needs Chromium (Debian: apt-get install chromium fonts-noto-color-emoji);
 * CHROMIUM names another binary.
 */
export async function screenshot(
  target: string,
  page: { readonly style: string; readonly body: string; readonly height: number },
): Promise<void> {
  await capture(target, `<!doctype html><meta charset="utf-8"><style>\n${style}\n${page.style}\n</style>${page.body}`, page);
}

/** Draws the top of a page that has its own look. */
export async function capture(
  target: string,
  page: string,
  { height, width = 980 }: { readonly height: number; readonly width?: number },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'));
  try {
    const html = join(folder, 'page.html');
    writeFileSync(html, page);
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-device-scale-factor=2',
      `--window-size=${width},${height}`,
      `--user-data-dir=${join(folder, 'profile')}`,
    ];
    await promisify(execFile)(process.env['CHROMIUM'] ?? 'chromium', [...flags, `--screenshot=${target}`, `file://${html}`]);
    process.stdout.write(`${target}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
