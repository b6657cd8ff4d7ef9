import type { Access, Endpoint } from '#platform/http/endpoint.ts'

/** Returns the description of an operation: details, callers and ask-first action. */
export function operationText({ description, deprecated, access, approvalText, scopeBy }: Endpoint): string {
  return [
    deprecated &&
      `**Deprecated** since ${deprecated.since}; works until ${deprecated.until} at least ([versions](/docs/versions)). ${deprecated.instead}`,
    description,
    accessWords(access, scopeBy),
    approvalText && `A key that has to ask first is answered 202 with an [approval](/docs/approvals), by the action ${approvalText}.`,
  ]
    .filter((one) => one !== undefined)
    .join('\n\n')
}

function accessWords(access: Access, scopeBy: string | undefined): string {
  if (access.who === 'anyone') return 'Nobody needs a key for this.'
  if (access.who === 'optional') return 'Needs no key; one that is sent adds what is yours. Any website may call it.'
  if (access.who === 'operator') return 'For operators, by their session alone. To anybody else there is nothing here.'
  if (access.who === 'session')
    return 'A signed-in session alone: the cookie of `POST /v1/sessions`, with an `Origin` of our own for writes. A key cannot do it.'
  if (access.who === 'tester') return 'A test key of kind `api`, or a signed-in session.'
  if (scopeBy !== undefined) return `A key with ${scopeBy}.`
  if (typeof access.scope !== 'string')
    return `A key with the scope of your side: \`${access.scope[0]}\` as the seller, \`${access.scope[1]}\` as the buyer. A key with neither is refused (403) before anything is looked up.`
  return access.scope === 'read' ? 'Any key.' : `A key with the scope \`${access.scope}\`.`
}

/** Describes each group of operations. */
export const TAG_WORDS: Readonly<Record<string, string>> = {
  Accounts: 'Signing up and in, and the account itself.',
  Sandbox: 'Your test world, beside the market.',
  Account: 'What the account set for itself.',
  Factors: 'Passkeys, the authenticator app and recovery codes.',
  Keys: 'Keys for programs and links for agents.',
  Approvals: 'What keys ask their owner for.',
  Exports: 'Everything the account owns, as one archive.',
  Events: 'What happened, for those who poll.',
  Shops: 'Your shops.',
  Listings: 'What you sell.',
  Photos: 'The pictures of a listing.',
  Marketplace: 'What everybody can see, without a key.',
  Reviews: 'What buyers say, and what sellers reply.',
  Offers: 'Offers, counters, and how they end.',
  Orders: 'From buying to the end of a sale.',
  Holds: 'Items kept for a deposit.',
  Payouts: 'Money for sellers.',
  Messages: 'What buyers and shops write to each other.',
  Webhooks: 'One address that is told of events.',
  Inbox: 'Everything that waits for you.',
  Helpers: 'Automated helpers and what they can do.',
  Words: 'Texts for a listing.',
  'Listing agent': 'A chat beside a listing.',
  Operator: 'For those who run the service.',
  Stats: 'What happened day by day.',
}
