import { isForGuests, startInBrowser } from '#commerce/guests/index.ts'
import type { Context } from '#platform/context/index.ts'
import { openedCookies } from '#identity/sessions/cookie/index.ts'
import type { Opened } from '#identity/sessions/index.ts'
import { validateBody } from '#platform/http/call.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { browserIn } from '#web/framework/session.ts'
import { api, fieldAt, filled, problemOf, signInPath, type Fields, type Outcome, type PageRequest } from '#web/framework/page/index.ts'
import { redirectWithMessage } from '#web/framework/page/flash.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Field, Section } from '#web/ui/index.ts'
import { addressFieldsIn } from './address-choice.tsx'
import { AddressFields } from './address.tsx'
import { readSale, totalCents, type Sale } from './purchase.ts'

/**
 * Returns true when buying the item requires an account, because the total exceeds the guest limit or this server does not allow guest
 * checkout.
 */
export const needsAccount = (ctx: Context, sale: Sale): boolean =>
  sale.order === null && sale.closed === null && !isForGuests(ctx, totalCents(sale))

type Steps = {
  pay: (at: PageRequest, sale: Sale, fields: Fields) => Promise<Outcome>
  show: (at: PageRequest, sale: Sale) => Promise<Response> | Response
}

/** Creates an order for a buyer without an account, starts the guest's session in this browser, and pays. */
export async function payAsGuest(at: PageRequest<Viewer>, sale: Sale, fields: Fields, { pay, show }: Steps): Promise<Response> {
  const { ctx, c, viewer } = at
  const { listingId: listing } = sale
  const { email = '', expected_total = '' } = fields
  const address = sale.shipping.kind === 'pickup' ? {} : { address: filled(addressFieldsIn(fields)) }
  const body = validateBody(api.createGuestCheckout, { ...filled({ listing, email, expected_total }), ...address })
  const { buyer, opened } = await startInBrowser(ctx, viewer, body, browserIn(ctx, c))
  // omits the address, because the order already has it
  const { method = '' } = fields
  return inNewSession({ ...at, viewer: buyer }, opened, {
    pay: async (guest) => pay(guest, await readSale(ctx, buyer, listing), { method }),
    show: async (guest) => show(guest, await readSale(ctx, buyer, listing)),
  })
}

type GuestSteps = { pay: (at: PageRequest) => Promise<Outcome>; show: (at: PageRequest) => Promise<Response> }

/** Pays in the new session, and adds the session's cookies to the response. After a failed payment, shows what is reserved. */
export async function inNewSession(at: PageRequest, opened: Opened, { pay, show }: GuestSteps): Promise<Response> {
  const response = await paid(at, { pay, show })
  for (const cookie of openedCookies(at.ctx, opened)) response.headers.append('Set-Cookie', cookie)
  return response
}

async function paid(at: PageRequest, { pay, show }: GuestSteps): Promise<Response> {
  try {
    const outcome = await pay(at)
    if (outcome === null || outcome instanceof Response) return outcome ?? (await show(at))
    const { to, ...flash } = outcome
    return redirectWithMessage(at.ctx, at.c, to, flash)
  } catch (error) {
    return show({ ...at, problem: problemOf(error) })
  }
}

/** Names of the fields that show their own error message. */
export const GUEST_FIELDS: readonly string[] = ['email']

/** The contact field for a buyer without an account. `back`: the page to return to after the user signs in. */
export const ContactFields = ({ at, back }: { at: PageRequest<Viewer>; back: string }) => (
  <Section id="contact" title="Contact">
    <Field
      {...fieldAt(at, 'email')}
      label="Email address"
      type="email"
      autocomplete="email"
      inputmode="email"
      maxlength={254}
      hint="We will send the receipt and a link to your order here."
      required
    />
    <p class="small">
      Have an account? <a href={signInPath(back)}>Sign in</a>
    </p>
  </Section>
)

/**
 * The contact and address fields for a buyer without an account, at most seven in total. An existing order already has an email address.
 */
export const GuestFields = ({ at, sale }: { at: PageRequest<Viewer>; sale: Sale }) => (
  <>
    {sale.order ? null : <ContactFields at={at} back={ROUTES.buy(sale.listingId)} />}
    {sale.shipping.kind === 'pickup' ? null : (
      <Section id="where" title="Delivery address">
        <AddressFields at={at} known={sale.lastAddress} short />
      </Section>
    )}
  </>
)
