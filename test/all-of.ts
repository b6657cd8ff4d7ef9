import { Readable } from 'node:stream'

/** Returns all items of an async iterable. */
export const allOf = <T>(items: AsyncIterable<T>): Promise<T[]> => Readable.from(items).toArray()
