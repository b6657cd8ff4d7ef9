// Vendure on a database: `node peer.js fill` imports the items of a file with its own importer and builds its search index,
// `node peer.js` serves.
import { readFileSync, writeFileSync } from 'node:fs'
import core from '@vendure/core'
import { populateInitialData } from '@vendure/core/cli/index.js'

const { PORT, PGHOST, PGUSER, PGDATABASE, THINGS, MADE } = process.env
const fills = process.argv[2] === 'fill'
/** Time limit in milliseconds for building the search index. */
const LIMIT_MS = 900_000

const config = {
  apiOptions: { port: Number(PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: ['bearer'], superadminCredentials: { identifier: 'bench', password: 'bench' } },
  dbConnectionOptions: { type: 'postgres', host: PGHOST, username: PGUSER, database: PGDATABASE, synchronize: fills },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [core.DefaultJobQueuePlugin.init({}), core.DefaultSearchPlugin.init({})],
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
}
const US = {
  ...{ defaultLanguage: 'en', defaultZone: 'Americas', countries: [{ name: 'United States', code: 'US', zone: 'Americas' }] },
  ...{ taxRates: [{ name: 'None', percentage: 0 }], shippingMethods: [], paymentMethods: [], collections: [] },
}

async function main() {
  const app = await core.bootstrap(config)
  if (!fills) return
  await populateInitialData(app, US)
  const ctx = await app.get(core.RequestContextService).create({ apiType: 'admin' })
  writeFileSync(MADE, JSON.stringify({ ids: await plant(app, ctx, JSON.parse(readFileSync(THINGS, 'utf8'))) }))
  await app.get(core.JobQueueService).start()
  const indexing = await app.get(core.SearchService).reindex(ctx)
  await new Promise((resolve, reject) => indexing.updates({ timeoutMs: LIMIT_MS }).subscribe({ complete: resolve, error: reject }))
  await app.close()
  process.exit()
}

async function plant(app, ctx, products) {
  const [tax] = (await app.get(core.TaxCategoryService).findAll(ctx)).items
  const importer = app.get(core.FastImporterService)
  await importer.initialize()
  const ids = []
  for (const [n, { title, description, price }] of products.entries()) {
    const slug = `thing-${n}`
    const translations = [{ languageCode: 'en', name: title, description, slug }]
    const id = await importer.createProduct({ enabled: true, translations })
    const one = {
      productId: id,
      sku: slug,
      taxCategoryId: tax.id,
      price: Math.round(price * 100),
      optionIds: [],
      translations: [{ languageCode: 'en', name: title }],
    }
    await importer.createProductVariant(one)
    ids.push(id)
  }
  return ids
}

await main()
