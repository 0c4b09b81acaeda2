import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { BundleStats } from './licenses.ts';
import { colours } from '../../src/html/index.ts';

const root = join(import.meta.dirname, '../../');

const style = `${colours}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
label { display: block; font-weight: 600; margin-top: 1rem; }
label.line { display: inline; font-weight: inherit; }
input, textarea, button { font: inherit; color: inherit; }
#head, #sha256 { width: 100%; padding: .4rem .6rem; background: var(--card); border: 1px solid var(--soft); border-radius: .375rem;
  font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
button { margin-top: 1rem; padding: .4rem 1.25rem; background: var(--card); border: 1px solid var(--soft); border-radius: .375rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.soft, #progress { color: var(--soft); }
#result h2, .large { font-size: 1.3rem; line-height: 1.35; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1.25rem; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
`;

/** Makes the page next to the code that reads it, for runs of the sources, and in a folder of bundles. Answers what went into it. */
export async function makeVerifyPage(folder?: string): Promise<BundleStats> {
  const { modules, text } = await verifyPage();
  for (const each of [join(root, 'src', 'commands', 'audit'), ...(folder === undefined ? [] : [folder])]) {
    writeFileSync(join(each, 'verify.html'), text);
  }
  return { modules: modules.map((nameForCondition) => ({ nameForCondition })) };
}

/** The page `verify.html`: one file that loads nothing, so that it works offline and from a disk. The same sources give the same bytes. */
export async function verifyPage(): Promise<{ readonly text: string; readonly modules: readonly string[] }> {
  const bundle = await rolldown({ input: join(root, 'src/audit/package/page/main.ts'), cwd: root, platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [{ code, imports, moduleIds }] = output;
  // The bundler leaves an import that it cannot find to the browser, with no more than a warning.
  if (imports.length > 0) throw new Error(`The page would load ${imports.join(', ')}: run npm ci`);
  const script = code.replaceAll('</', '<\\/').trim();
  const allowed = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
  const policy = `default-src 'none'; script-src ${allowed(script)}; style-src ${allowed(style)}; base-uri 'none'; form-action 'none'`;
  const text = `<!-- Take this page from the release that it belongs to, where it is attested: the copy in a package may have been changed with it. -->
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verify a package of compliance evidence</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Verify a package of compliance evidence</h1>
<section id="result" aria-live="polite"></section>
<p id="progress" role="status"></p>
<p>This page checks that a package is whole and unchanged: its members, their hashes, the chain of its records, its files, and the head of the log. It works in your browser and sends nothing. It works out nothing of the reports, so that it cannot tell whether their findings are those that the facts give: <code>compliance-evidence verify --package</code> works the facts out from the records, and the reports from the facts.</p>
<p class="soft">Take this page from the release that it belongs to, where it is attested, and not from a package.</p>
<form>
<label for="file">The package</label>
<input id="file" type="file" accept=".tgz,.tar.gz,application/gzip" required>
<label for="sha256">The SHA-256 of the package file that you noted, or that somebody else kept for you</label>
<input id="sha256" type="text" autocomplete="off" spellcheck="false" aria-describedby="about-sha256">
<p id="about-sha256" class="soft">64 hexadecimal digits, as <code>sha256sum</code> prints them, or as the head file has them. Only with it can the answer be green.</p>
<label for="head">A head of the log that you noted, or that somebody else kept for you</label>
<textarea id="head" rows="3" autocomplete="off" spellcheck="false" aria-describedby="about-head"></textarea>
<p id="about-head" class="soft">64 hexadecimal digits, a line of a head file, or all of it. Take it from where it was kept; a head that came with the package proves nothing. Without one the package can only be consistent in itself.</p>
<p><input id="first" type="checkbox"> <label for="first" class="line">I know that there was no audit before this one</label></p>
<button>Verify</button>
</form>
</main>
<script>${script}</script>
</body>
</html>
`;
  return { text, modules: moduleIds.filter((id) => !id.startsWith('\0')) };
}
