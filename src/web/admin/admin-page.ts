import { page, type Page, type PageOf } from '#web/framework/page/index.ts'

/** Defines an operator page. Others get 404. */
export const adminPage = <D = undefined>(definition: PageOf<'operator', D>): Page =>
  page({ name: 'operator', who: 'operator', ...definition })
