import type { Config } from '#platform/config/index.ts'
import type { Providers } from '#platform/providers/index.ts'

/**
 * Opens the providers that have keys (spec: completions 1). Does not load the code for any other provider, because the model SDKs take up
 * tens of megabytes.
 */
export async function openProviders({ model, comparables, catalog, browser }: Config): Promise<Providers> {
  const providers: Providers = {}
  if (model.kind !== 'off') providers.model = await (await import('#platform/models/sdk.ts')).createModel(model)
  if (model.kind !== 'off' && model.embeddingName !== null)
    providers.embedder = await (await import('#platform/models/embedder.ts')).createEmbedder(model, model.embeddingName)
  if (comparables.kind === 'ebay') providers.comparables = (await import('#platform/comparables/ebay.ts')).createEbay(comparables)
  if (catalog.kind === 'channel3') providers.catalog = (await import('#platform/catalog/channel3.ts')).createChannel3(catalog)
  if (browser.kind === 'firecrawl') providers.browser = (await import('#platform/browser/firecrawl.ts')).createFirecrawl(browser)
  return providers
}
