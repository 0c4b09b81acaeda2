import { Type } from 'typebox';

/** How a page of a listing is asked for, in a query; `usual` is its size where none is asked for. */
export function pageQuery(usual?: number) {
  return {
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 0, ...(usual === undefined ? {} : { default: usual }) })),
  };
}

export const Pagination = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  page_count: Type.Integer(),
});
export type Pagination = Type.Static<typeof Pagination>;

/** The required field of a reply about its pages: their number. The number of items is read only if it is given. */
const Pages = Type.Object({ page_count: Type.Integer(), total: Type.Optional(Type.Unknown()) });

/** The enveloped shape of a listing; the other shape is the plain array. `pagination` may be absent on a single page. */
export const Page = Type.Object({ data: Type.Array(Type.Unknown()), pagination: Type.Optional(Pages) });
export type Page = Type.Static<typeof Page>;

/** The plain shape of a listing. */
export const Items = Type.Array(Type.Unknown());
export type Items = readonly unknown[];

/** The answer of a write that has nothing else to say. */
export const Done = Type.Object({ message: Type.String() });

/** The body of every error answer: a sentence, and for invalid fields a sentence each. */
export const Problem = Type.Object({
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type Problem = Type.Static<typeof Problem>;
