import { addressText } from './address.ts'
import { FLOOR_NOTE } from './floor-note.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { dayIn } from '#core/format/time.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { floorCents } from '#core/money.ts'
import { Avatar, Button, Check, Field, FilesField, Form, Notice, Section, Select, TextArea } from '#web/ui/index.ts'
import { priceText } from '#web/framework/format.ts'
import { type PageRequest, fieldAt, problemAt, type Shop } from '#web/framework/page/index.ts'
import { AppearanceBand } from './shop-band.tsx'
import { ToneChoice } from './tone-choice.tsx'

export type Parts = {
  /** `typed` contains the submitted form's fields. */
  at: PageRequest
  shop: Shop
  free: readonly string[]
}

type PartProps = Parts & { title: string; action: string; island?: string; before?: Child; children?: Child }

/** A section of the shop settings, with its form. */
export const Part = ({ at, shop, title, action, island, before, children }: PartProps) => (
  <Section id={`${action}-title`} title={title} className="panel">
    {before}
    <Form
      action="/app/shop"
      viewer={at.viewer}
      class="form wide"
      {...(island ? { island, own: shop.slug } : {})}
      with={{ shop: shop.slug, do: action }}
    >
      {children}
    </Form>
  </Section>
)

export const AppearanceForm = (parts: Parts) => {
  const { at, shop } = parts
  const { viewer, typed } = at
  return (
    <>
      <Part
        {...parts}
        title="Appearance"
        action="look"
        island="shop-look"
        before={
          <AppearanceBand
            tone={typed.tone ?? shop.tone}
            name={typed.name ?? shop.name}
            about={typed.about ?? shop.about ?? ''}
            picture={shop.picture_url}
            without={`By ${viewer.name}`}
            host={addressText(shop.url)}
          />
        }
      >
        <Field {...fieldAt(at, 'name', shop.name)} label="Name" required maxlength={60} />
        <ToneChoice chosen={typed.tone ?? shop.tone} />
        <TextArea {...fieldAt(at, 'about', shop.about ?? '')} label="About" rows={3} maxlength={300} />
        <Field {...fieldAt(at, 'category', shop.category ?? '')} label="Category" maxlength={40} />
        <Field {...fieldAt(at, 'location', shop.location ?? '')} label="Location" maxlength={80} />
        <Button kind="dark" label="Save appearance" />
      </Part>
      <Section id="picture-title" title="Picture" className="panel">
        <Avatar name={shop.name} picture={shop.picture_url} large />
        <Form action="/app/shop" viewer={viewer} class="form wide" multipart with={{ shop: shop.slug }}>
          <FilesField label="New picture" hint="A square image works best. JPEG, PNG, WebP or AVIF." single />
          <div class="actions">
            <Button do="picture" label="Upload picture" />
            {shop.picture_url ? <Button kind="quiet" do="no-picture" label="Remove" /> : null}
          </div>
        </Form>
      </Section>
    </>
  )
}

export const ShopAddress = (parts: Parts) => (
  <Part {...parts} title="Address" action="address" island="shop-look">
    <Field
      {...fieldAt(parts.at, 'slug', parts.shop.slug)}
      label="Address"
      required
      maxlength={32}
      hint="Old links will continue to work, and the old address stays yours for 30 days."
    />
    <div class="small slug-state" role="status">
      {parts.free.length > 0 ? <p>Available: {parts.free.join(', ')}</p> : null}
    </div>
    <Button kind="dark" label="Change address" />
  </Part>
)

const EXAMPLE_CENTS = 80_00

/** Permissions for the helpers. An example shows how much a counteroffer reveals about the minimum price. */
export const Helpers = (parts: Parts) => {
  const { at, shop } = parts
  const { typed } = at
  const { agent } = shop
  const percent = agent.lowest_percent
  const floor = floorCents({ priceCents: EXAMPLE_CENTS, lowestPriceCents: null, lowestPercent: percent })
  const on = (name: 'answer_questions' | 'haggle' | 'ask_hold') => (typed[name] === undefined ? agent[name] : typed[name] === 'true')
  return (
    <Part {...parts} title="Helpers" action="helpers">
      <Check
        name="answer_questions"
        label="Use the listing to answer buyers’ questions, and forward all other questions to me"
        checked={on('answer_questions')}
      />
      <Check name="haggle" label="Reply to offers below my minimum price with a counteroffer" checked={on('haggle')} />
      <Field
        {...fieldAt(at, 'lowest_percent', String(percent))}
        label="Minimum price, as a percentage below the asking price"
        type="number"
        min={0}
        max={90}
        hint={`At ${percent}%, an ${priceText(EXAMPLE_CENTS)} coat never goes below ${priceText(floor)}. A listing’s own minimum price takes priority.`}
      />
      <Notice means="plainly">
        <p>
          <strong>Patient buyers may be able to work out your minimum price.</strong> {FLOOR_NOTE} If counteroffers are off, buyers cannot
          work out the minimum.
        </p>
        <p>A helper never accepts an offer, and never refunds or releases money. Only you can do that.</p>
      </Notice>
      <Check name="ask_hold" label="Buyers can hold an item for 72 hours with a deposit" checked={on('ask_hold')} />
      <Button kind="dark" label="Save helper settings" />
    </Part>
  )
}

export const Visibility = (parts: Parts) => (
  <Part {...parts} title="Visibility" action="visibility">
    <Select
      {...fieldAt(parts.at, 'visibility', parts.shop.visibility)}
      label="Visible to"
      choices={[
        { value: 'public', label: 'Everyone' },
        { value: 'link', label: 'People with the link' },
        { value: 'private', label: 'Only me' },
      ]}
    />
    <Check
      name="paused"
      label="Pause the shop: its page stays online with a notice, but no one can buy"
      checked={parts.at.typed.paused === undefined ? parts.shop.paused : parts.at.typed.paused === 'true'}
    />
    <Button kind="dark" label="Save visibility" />
  </Part>
)

/** Vacation form. During a vacation, items stay visible. Buyers can order again from the day of the seller's return. */
export const Vacation = (parts: Parts & { zone: string }) => {
  const { shop, zone, at } = parts
  const until = shop.away_until === null ? null : new Date(shop.away_until)
  const away = isAway(until, at.ctx.now())
  return (
    <Part {...parts} title="Vacation" action="vacation">
      <Field
        {...fieldAt(at, 'away_until', away ? dayIn(until, zone) : '')}
        label="Away until"
        type="date"
        hint="Items stay visible and show this date. Until then, buyers cannot order, make offers or hold items. Clear the date to reopen now."
      />
      <Button kind="dark" label="Save vacation" />
    </Part>
  )
}

export const Danger = (parts: Parts) => (
  <Part {...parts} title="Delete the shop" action="delete">
    <p>This also deletes its listings and their photos permanently. You cannot delete a shop that has sold something. Pause it instead.</p>
    <Field
      name="confirm"
      label={`Type ${parts.shop.slug} to delete it`}
      autocomplete="off"
      required
      problem={problemAt(parts.at.problem, 'confirm')}
    />
    <Button kind="bad" icon="bin" label="Delete the shop" />
  </Part>
)
