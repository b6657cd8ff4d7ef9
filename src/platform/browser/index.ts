import type { ProductPage } from '#platform/browser/rules/product-page.ts'

/** What a page says of the product on it. Its text is clipped, and hostile input. */
export type ReadPage = ProductPage

/** Reads a pasted link (interface, helper 9). Errors: ProviderError. */
export type Browser = {
  readonly name: string
  read(url: string, signal: AbortSignal): Promise<ReadPage>
}
