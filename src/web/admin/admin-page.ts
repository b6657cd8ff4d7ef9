import { page, type Page, type PageOf } from '#web/framework/page/index.ts'

/** A page of the operator's: to everybody else there is nothing at its address. */
export const adminPage = <D = undefined>(definition: PageOf<'operator', D>): Page =>
  page({ name: 'operator', who: 'operator', ...definition })
