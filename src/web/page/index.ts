/** The door of pages: what every page is made with, and how it calls the verbs of the API. */
export { api } from '#api/index.ts'
export { call } from '#platform/http/call.ts'
export * from './deeds.ts'
export * from './form.ts'
export * from './frames.tsx'
export * from './list.ts'
export * from './page.tsx'
export * from './problem.ts'
