import { resolve } from 'node:path'

/** Root folder of the project. */
export const ROOT = resolve(import.meta.dirname, '../..')
