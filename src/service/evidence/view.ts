/**
 * A reply as the contract has it: every field that it names is there, and of its type. The service says more than that,
 * but for `Left`: what comes only sometimes, or as a client sent it.
 */
export type View<Reply, Left extends PropertyKey = never> = {
  readonly [Name in Exclude<keyof Reply, Left>]-?: Shown<Exclude<Reply[Name], undefined>>;
} & Readonly<Record<string, unknown>>;

/** The same, and nothing of it changes. */
type Shown<Part> = Part extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Part extends object
    ? { readonly [Name in keyof Part]: Shown<Part[Name]> }
    : Part;
