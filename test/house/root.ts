import { resolve } from 'node:path'

/** The folder of the project itself. */
export const ROOT = resolve(import.meta.dirname, '../..')
