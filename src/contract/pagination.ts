import { Type } from 'typebox';

export const Pagination = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  page_count: Type.Integer(),
});
export type Pagination = Type.Static<typeof Pagination>;

/** What a reply must tell of its pages: nothing but their number is read. */
const Pages = Type.Object({ page_count: Type.Integer() });

/** The enveloped shape of a listing; the other shape is the plain array. `pagination` may be absent on a single page. */
export const Page = Type.Object({ data: Type.Array(Type.Unknown()), pagination: Type.Optional(Pages) });
export type Page = Type.Static<typeof Page>;
