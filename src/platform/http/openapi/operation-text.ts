import type { Access, Endpoint } from '#platform/http/endpoint.ts'

/** Returns the description of an operation: its details, its permitted callers, and the action that may need approval. */
export function operationText({ description, deprecated, access, approvalText, scopeBy, cors }: Endpoint): string {
  return [
    deprecated &&
      `**Deprecated** since ${deprecated.since}; works until at least ${deprecated.until} ([versions](/docs/versions)). ${deprecated.instead}`,
    description,
    accessText(access, scopeBy),
    cors && 'Scripts on any website may call it.',
    approvalText &&
      `The key may need its owner’s approval for ${approvalText}. The response is then 202 with an [approval](/docs/approvals).`,
  ]
    .filter((one) => one !== undefined)
    .join('\n\n')
}

function accessText(access: Access, scopeBy: string | undefined): string {
  if (access.who === 'anyone') return 'No key needed.'
  if (access.who === 'optional') return 'No key needed; a key adds your own data to the response. Any website may call it.'
  if (access.who === 'operator') return 'Needs the session of an operator. Everyone else gets 404.'
  if (access.who === 'session')
    return 'Needs a signed-in session: the cookie from `POST /v1/sessions` and, for writes, an `Origin` header of the service. Keys are refused.'
  if (access.who === 'tester') return 'Needs a test key of kind `api`, or a signed-in session.'
  if (scopeBy !== undefined) return `Needs a key with ${scopeBy}.`
  if (typeof access.scope !== 'string')
    return `Needs a key with the scope for your role: \`${access.scope[0]}\` for sellers, \`${access.scope[1]}\` for buyers. A key with neither scope always gets 403.`
  return access.scope === 'read' ? 'Needs a key with any scope.' : `Needs a key with the scope \`${access.scope}\`.`
}

/** Descriptions of the chapters in the API reference. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Accounts: 'Sign-up, sign-in and account settings.',
  Sandbox: 'Your test mode, which is separate from the market.',
  Account: 'Email notification settings, and moderation actions on your account.',
  Apps: 'OAuth apps that you develop.',
  Factors: 'Passkeys, the authenticator app and recovery codes.',
  Keys: 'Keys for programs and links for AI agents.',
  Approvals: 'Agents’ requests for the owner’s approval.',
  Exports: 'All the account’s data in one archive.',
  Events: 'Changes in your account, for programs that poll.',
  Shops: 'Your shops.',
  Listings: 'Your items for sale.',
  Photos: 'Pictures and videos of a listing.',
  Marketplace: 'Public search, listings and stores, and your likes and saved searches.',
  Reviews: 'Reviews by buyers and replies by sellers.',
  Offers: 'Offers, counteroffers and their outcomes.',
  Orders: 'Purchases and sales, from the order to the payout.',
  Holds: 'Items reserved for a deposit.',
  Payouts: 'Payouts to sellers.',
  Messages: 'Conversations between buyers and shops.',
  Webhooks: 'The URL that receives events, and its deliveries.',
  Inbox: 'The account’s open tasks.',
  Helpers: 'Automated helpers and their state.',
  Words: 'Suggested texts for a listing.',
  'Listing agent': 'A chat that edits a listing for you.',
  Operator: 'Administration of the service.',
  Stats: 'Daily statistics.',
}
