import type { Core } from '#platform/context/index.ts'
import type { Use } from './index.ts'

const GB = 2 ** 30

/** Presents `quotas` in `GET /me`: usage and limits. A gigabyte is 2^30 bytes; values have three decimals. */
export const presentQuotas = ({ config: { quotas } }: Core, use: Use) => ({
  shops: { used: use.shops, limit: quotas.shops },
  keys: { used: use.keys, limit: quotas.keys },
  listings: { used: use.listings, limit: quotas.listings },
  media_gb: { used: Number((use.media_bytes / GB).toFixed(3)), limit: quotas.mediaGigabytes },
  exports_a_day: { used: use.exports_today, limit: quotas.exportsADay },
})
