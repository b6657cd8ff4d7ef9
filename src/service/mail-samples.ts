import type { Context, Person, Core } from '#platform/context/index.ts'
import type { MailSample } from '#platform/context/hooks.ts'
import { digestCopy } from '#catalog/like-alerts/copy.ts'
import { LIKE_ALERTS } from '#catalog/like-alerts/rules.ts'
import { alertCopy } from '#catalog/saved-searches/copy.ts'
import { payoutsOpened } from '#commerce/payments/emails.ts'
import { webhookChanged } from '#developers/webhooks/emails.ts'
import * as links from '#identity/email-links/emails.ts'
import { LINK_PURPOSES, TOKEN_MARK } from '#identity/email-links/rules.ts'
import { keyMade } from '#identity/keys/emails.ts'
import { codesOn, newRecoveryCodes, passkeyAdded, passkeyRemoved, recoveryCodeUsed } from '#identity/mfa/owner/emails.ts'
import { appAllowed } from '#identity/oauth-apps/emails.ts'
import { signedInFromNew } from '#identity/sessions/emails.ts'
import { mailBody, withUnsubscribe, type MailCopy } from '#messaging/notifications/index.ts'
import { isOptional } from '#messaging/notifications/rules.ts'
import { sampleNotices } from '#messaging/notifications/samples.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const TOKEN = '0'.repeat(32)

/** Returns a sample of every email that the service sends, including the text. `tone`: color of the sample shop. */
export function sampleMails(ctx: Context, tone: string): MailSample[] {
  const shopOf = (slug: string | undefined) => (slug === undefined ? null : { name: 'Corner Finds', tone })
  const all = [...sampleNotices(ctx), ...digests(ctx), ...accountMails(ctx)]
  return all.map(({ name, kind, shop, ...copy }) => {
    const { subject, body } = mailBody(ctx, { reader: 'Ana', zone: null, kind, ...copy })
    const text = body.replaceAll(TOKEN_MARK, TOKEN)
    return { name, kind, subject, text: isOptional(kind) ? withUnsubscribe(text, ctx.urls.unsubscribe(TOKEN)) : text, shop: shopOf(shop) }
  })
}

type Written = MailCopy & { name: string; kind: string }

function digests(ctx: Core): Written[] {
  const item = (title: string, link: string, priceCents: number, baselineCents: number) => ({ title, link, shopSlug: 'corner-finds', priceCents, baselineCents }) // prettier-ignore
  const items = [item('Denim chore jacket', 'denim-chore-jacket', 58_00, 64_00), item('Mustard side chair', 'mustard-side-chair', 95_00, 120_00)] // prettier-ignore
  const found = items.map(({ title, link, priceCents }) => ({ title, priceCents, url: ctx.urls.listing('corner-finds', link) }))
  const search = { name: 'denim jacket, up to $70', url: ctx.urls.search({ q: 'denim jacket', max_price: 70 }), items: found, more: true }
  return [
    ...LIKE_ALERTS.map((kind) => ({ name: kind.replace('_', '-'), kind, ...digestCopy(ctx, kind, items) })),
    { name: 'search-alert', kind: 'search_alert', ...alertCopy(ctx, [search]) },
  ]
}

function accountMails(ctx: Context): Written[] {
  const by = { agent: AGENT }
  const person = { kind: 'session', agent: AGENT } as unknown as Person
  const key = { name: 'Inventory sync', kind: 'api', last4: 'x9Qz' } as Parameters<typeof keyMade>[2]
  const now = { url: 'https://hooks.example/in', enabled: true, events: ['listing.sold', 'offer.received'] }
  const factor = (copy: MailCopy) => ({ kind: 'factor_changed' as const, ...copy })
  const mails: [name: string, Omit<Written, 'name'>][] = [
    ...LINK_PURPOSES.map((purpose): [string, Omit<Written, 'name'>] => [
      `link-${purpose.replace('_', '-')}`,
      { kind: purpose, ...links.LINK_EMAILS[purpose](ctx) },
    ]),
    ['password-changed', links.passwordChanged(ctx, by)],
    ['address-requested', links.emailRequestedLink(ctx, by, 'ana@example.test')],
    ['address-changed', links.emailChanged(ctx, by, 'ana@example.test')],
    ['address-is-yours', links.emailIsYours(ctx, by)],
    ['access-ended', links.addressProved(ctx, { sessions: 1, keys: 2, approvals: 0, webhook: true })],
    ['new-browser', signedInFromNew(ctx, AGENT)],
    ['new-key', keyMade(ctx, person, key)],
    ['app-allowed', appAllowed(ctx, 'Stock Keeper', 'https://stock.example/callback')],
    ['webhook-changed', webhookChanged(ctx, person, { before: undefined, now })],
    ['payouts-opened', payoutsOpened(ctx, person)],
    ['passkey-added', factor(passkeyAdded(ctx, 'Phone'))],
    ['passkey-removed', factor(passkeyRemoved(ctx, 'Phone'))],
    ['codes-on', factor(codesOn(ctx))],
    ['recovery-codes', factor(newRecoveryCodes(ctx))],
    ['recovery-code-used', factor(recoveryCodeUsed(ctx, 3))],
  ]
  return mails.map(([name, mail]) => ({ name, ...mail }))
}
