/** Loads the parts of a series, as one chunk of the bundle. */
export const loadSeriesParts = () => import('../../audit/series/parts.ts');

export type SeriesParts = Awaited<ReturnType<typeof loadSeriesParts>>;
