import type { ProductPage } from '#platform/browser/rules/product-page.ts'

/** Product data of a page. The text is clipped and hostile. */
export type ReadPage = ProductPage

/** Reads a pasted link (interface, helper 9). Errors: ProviderError. */
export type Browser = {
  readonly name: string
  read(url: string, signal: AbortSignal): Promise<ReadPage>
}
