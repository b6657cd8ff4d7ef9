import type { ProductPage } from '#platform/browser/rules/product-page.ts'

/** Product data from a web page. The text is truncated and untrusted. */
export type ReadPage = ProductPage

/** Reads the page at a pasted URL (spec: interface, helper 9). Errors: ProviderError. */
export type Browser = {
  readonly name: string
  read(url: string, signal: AbortSignal): Promise<ReadPage>
}
