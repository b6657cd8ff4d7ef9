type Any<T> = 0 extends 1 & T ? true : false
type Plain = string | number | boolean | bigint | symbol | null | undefined | Date | Uint8Array | Response | ReadableStream

/**
 * Names of the fields in T, at any depth, that occur only in table rows: `…_cents` for an amount, `…_id` for a key, `…_hash`, and dates
 * with an underscore in the name. API records have amounts in dollars, and module records use camel case.
 */
export type RowFields<T, Depth extends 0[] = []> = Depth['length'] extends 8
  ? never
  : Any<T> extends true
    ? never
    : T extends Plain | ((...args: never) => unknown)
      ? never
      : T extends Promise<infer U>
        ? RowFields<U, Depth>
        : T extends readonly (infer U)[] | ReadonlyMap<unknown, infer U> | ReadonlySet<infer U>
          ? RowFields<U, [...Depth, 0]>
          : { [K in keyof T & string]: RowField<K, T[K]> | RowFields<T[K], [...Depth, 0]> }[keyof T & string]
type RowField<K extends string, V> = K extends `${string}_${'cents' | 'id' | 'hash'}`
  ? K
  : K extends `${string}_${string}`
    ? Date extends V
      ? K
      : never
    : never

/**
 * Lists the functions in a module that return a field of a table row. Each entry has the names of the function and the field, such as
 * `readThing: price_cents`.
 */
export type GivenRows<M> = {
  [K in keyof M & string]: M[K] extends (...args: never) => infer R ? `${K}: ${RowFields<R>}` : never
}[keyof M & string]

/** Compiles only if T is `never`, that is, if no such field was found. */
export type None<T extends never> = T
