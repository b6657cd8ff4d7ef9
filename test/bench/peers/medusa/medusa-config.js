// Medusa configured for fast reads: with its index module, without its admin pages.
import { defineConfig } from '@medusajs/framework/utils'

// oxlint-disable-next-line import/no-default-export -- Medusa looks for it
export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'bench', cookieSecret: 'bench' },
  },
  admin: { disable: true },
  featureFlags: { index_engine: true },
  modules: [{ resolve: '@medusajs/index' }],
})
