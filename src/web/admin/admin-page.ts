import { page, type Page, type PageOf } from '#web/framework/page/index.ts'

/** Defines a page for operators. All other users get a 404 page. */
export const adminPage = <D = undefined>(definition: PageOf<'operator', D>): Page =>
  page({ name: 'operator', who: 'operator', ...definition })
