import type { PageRoute } from '../pages/mount.ts';
import { artifact } from './artifacts/page.ts';
import { attachment } from './attestations/page.ts';
import { snapshot } from './environments/page.ts';
import { flow } from './flows/page.ts';
import { trail } from './trails/page.ts';

/** The pages that every `html_url` of this service leads to, and the files that these pages link to. */
export const pageRoutes: readonly PageRoute[] = [flow, trail, attachment, artifact, snapshot];
