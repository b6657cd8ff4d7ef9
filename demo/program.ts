import { AGENT_ASK_FIRST, type AskFirst } from '#core/scopes.ts'
import type { Person, Tx } from '#platform/context/index.ts'
import { requestApproval } from '#identity/approvals/index.ts'
import * as keys from '#identity/keys/index.ts'
import { validateInput } from '#platform/http/run.ts'
import * as queries from './queries.ts'
import { ago } from './troupe.ts'

const APPROVALS: readonly AskFirst[] = ['listings.price']

/**
 * Creates an agent key, and a request to lower a price that the agent sent with this key and the owner has not approved yet. Creates no
 * webhook, because the demo sends no outbound requests. Users can then create the first webhook themselves and see the webhook's secret,
 * which the page shows only once.
 */
export async function program(tx: Tx, owner: Person): Promise<void> {
  const id = await queries.slowListing(tx.db, owner.accountId)
  const endpoint = tx.endpoints.get('changeListing')
  if (!id || !endpoint) return
  const { row } = await keys.createKey(ago(tx, 19 * 24), owner.accountId, {
    name: 'Pricing assistant',
    kind: 'agent',
    scopes: ['read', 'listings'],
    askFirst: [...AGENT_ASK_FIRST, ...APPROVALS],
  })
  const agent: Person = { ...owner, keyKind: 'agent', credential: row.id, askFirst: row.ask_first as readonly AskFirst[] }
  const raw = { params: { id }, query: {}, body: { price: 36 } }
  const input = validateInput(endpoint, raw, false)
  const requirements = (await endpoint.approvals?.(input, tx, agent)) ?? []
  await requestApproval(ago(tx, 1.5), agent, { endpoint, raw, fromForm: false, input }, requirements)
}
