import type { Access, Endpoint } from '#platform/http/endpoint.ts'

/** Returns the description of an operation: its details, the permitted callers and the action that may need approval. */
export function operationText({ description, deprecated, access, approvalText, scopeBy }: Endpoint): string {
  return [
    deprecated &&
      `**Deprecated** since ${deprecated.since}; works until at least ${deprecated.until} ([versions](/docs/versions)). ${deprecated.instead}`,
    description,
    accessWords(access, scopeBy),
    approvalText && `A key that needs approval for the action ${approvalText} receives 202 with an [approval](/docs/approvals).`,
  ]
    .filter((one) => one !== undefined)
    .join('\n\n')
}

function accessWords(access: Access, scopeBy: string | undefined): string {
  if (access.who === 'anyone') return 'No key needed.'
  if (access.who === 'optional') return 'No key needed; a key adds your own data to the response. Any website may call it.'
  if (access.who === 'operator') return 'Only for operators, with a session. Everyone else gets 404.'
  if (access.who === 'session')
    return 'Only with a signed-in session: the cookie of `POST /v1/sessions`, and for writes an `Origin` of the service. A key cannot call it.'
  if (access.who === 'tester') return 'A test key of kind `api`, or a signed-in session.'
  if (scopeBy !== undefined) return `A key with ${scopeBy}.`
  if (typeof access.scope !== 'string')
    return `A key with the scope of your side: \`${access.scope[0]}\` as the seller, \`${access.scope[1]}\` as the buyer. A key with neither scope gets 403 in all cases.`
  return access.scope === 'read' ? 'Any key.' : `A key with the scope \`${access.scope}\`.`
}

/** Descriptions of the API reference chapters. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Accounts: 'Sign-up, sign-in and the account itself.',
  Sandbox: 'Your test world, separate from the market.',
  Account: 'Settings of the account.',
  Factors: 'Passkeys, the authenticator app and recovery codes.',
  Keys: 'Keys for programs and links for AI agents.',
  Approvals: 'Agents’ requests for the owner’s approval.',
  Exports: 'All data of the account in one archive.',
  Events: 'Changes in your account, for programs that poll.',
  Shops: 'Your shops.',
  Listings: 'Your items for sale.',
  Photos: 'Pictures and videos of a listing.',
  Marketplace: 'Public data, without a key.',
  Reviews: 'Reviews by buyers and replies by sellers.',
  Offers: 'Offers, counters and their outcomes.',
  Orders: 'From buying to the end of a sale.',
  Holds: 'Items held for a deposit.',
  Payouts: 'Payouts to sellers.',
  Messages: 'Conversations between buyers and shops.',
  Webhooks: 'One address that receives events.',
  Inbox: 'Open tasks of the account.',
  Helpers: 'Automated helpers and their state.',
  Words: 'Written text for a listing.',
  'Listing agent': 'A chat about a listing.',
  Operator: 'Administration of the service.',
  Stats: 'Daily statistics.',
}
