import { addressLines } from '#core/address.ts'
import { PARCEL_PRESETS, parcelText, parseParcel } from '#core/parcel.ts'
import { counted } from '#core/format/count.ts'
import { invalid } from '#platform/errors/index.ts'
import { Button, ButtonLink, Check, Choices, Facts, Field, Form, Notice } from '#web/ui/index.ts'
import { Snippet } from '#web/ui/snippet.tsx'
import { api, call, dollarsText, fieldAt, problemAt, type Order, type PageRequest } from '#web/framework/page/index.ts'
import { ROUTES } from '#web/framework/routes.ts'

export type Label = Awaited<ReturnType<typeof labelOf>>
export type Rate = { id: string; carrier: string; service: string; amount: number; days: number | null }

/** The buyer's address, with a button that copies it. */
export const ShipTo = ({ address }: { address: NonNullable<Order['address']> }) => (
  <section class="panel">
    <h2>Ship to</h2>
    <Snippet text={addressLines(address).join('\n')} />
  </section>
)

/** Returns an order's shipping label, or null. */
export const labelOf = ({ ctx, viewer }: PageRequest, id: string) =>
  call(ctx, viewer, api.getLabel, { params: { id } }).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404 || (error as { status?: number }).status === 503) return null
    throw error
  })

/** Reads the rates for the parcel that the seller entered. Errors: 400 `parcel`, and the errors of the request for rates. */
export async function ratesIn({ ctx, viewer }: PageRequest, id: string, text: string): Promise<readonly Rate[]> {
  const parcel = parseParcel(text)
  if (typeof parcel === 'string') throw invalid('parcel', 'Enter the parcel’s weight and size, such as 24 oz, 12 x 9 x 4 in.')
  const query = parcel ? Object.fromEntries(Object.entries(parcel).map(([name, value]) => [name, String(value)])) : {}
  return (await call(ctx, viewer, api.listRates, { params: { id }, query })).data
}

type Props = { at: PageRequest; order: Order; label: Label; rates: readonly Rate[] }

/** The shipping label for a paid order: either the purchased label, the rates to choose from, or the form that requests rates. */
export const LabelPanel = ({ at, order, label, rates }: Props) => {
  if (!at.ctx.shipping && !label) return null
  return (
    <section class="panel stack" aria-labelledby="label-title">
      <h2 id="label-title">Shipping label</h2>
      {label ? <BoughtLabel at={at} order={order} label={label} /> : <ChooseRate at={at} order={order} rates={rates} />}
    </section>
  )
}

const BoughtLabel = ({ at, order, label }: Pick<Props, 'at' | 'order'> & { label: NonNullable<Label> }) => (
  <>
    <Facts
      caption="Shipping label"
      rows={[
        ['Carrier', `${label.carrier} ${label.service}`],
        ['Cost', dollarsText(label.amount)],
        ['Tracking', label.tracking.number ?? 'Not confirmed by the carrier yet'],
      ]}
    />
    <div class="actions">
      <ButtonLink kind="dark" href={ROUTES.printLabels([order.id])} label="Print label and packing slip" />
      {label.qr_url ? <ButtonLink href={label.qr_url} label="Show drop-off code" /> : null}
    </div>
    {order.status === 'refunded' ? <p class="hint">Because the order was refunded, we will deduct the cost from your next sales.</p> : null}
    {order.status === 'paid' ? (
      <Form class="actions" action={`/app/orders/${order.id}`} viewer={at.viewer} label="Void label">
        <Button small kind="quiet" do="void-label" label="Void label" />
      </Form>
    ) : null}
  </>
)

const ChooseRate = ({ at, order, rates }: Pick<Props, 'at' | 'order' | 'rates'>) => (
  <>
    {problemAt(at.problem, 'ship_from') ? (
      <Notice means="warn">
        <p>
          <a href={ROUTES.editShop(order.shop.slug)}>Enter the address that you ship from</a> first.
        </p>
      </Notice>
    ) : null}
    {rates.length === 0 ? null : (
      <Form class="form wide" action={`/app/orders/${order.id}`} viewer={at.viewer} label="Buy a label">
        <Choices label="Rates" name="rate" problem={problemAt(at.problem, 'rate')} stacked>
          {rates.map(({ id, carrier, service, amount, days }, index) => (
            <Check
              type="radio"
              name="rate"
              value={id}
              checked={index === 0}
              label={`${dollarsText(amount)} · ${carrier} ${service}${days === null ? '' : ` · ${counted(days, 'day')}`}`}
            />
          ))}
        </Choices>
        <p class="hint">We will deduct the cost from your share of this order.</p>
        <Button kind="dark" do="buy-label" label="Buy label" />
      </Form>
    )}
    <Form class="form wide" action={`/app/orders/${order.id}`} viewer={at.viewer} label="Rates">
      <Field
        {...fieldAt(at, 'parcel')}
        label="Parcel"
        list="parcels"
        maxlength={60}
        hint="Weight and size, such as 24 oz, 12 x 9 x 4 in. Leave empty to use the weight and size from the listing."
      />
      <datalist id="parcels">
        {PARCEL_PRESETS.map(({ label, parcel }) => (
          <option value={parcelText(parcel)}>{label}</option>
        ))}
      </datalist>
      <Button do="rates" label={rates.length === 0 ? 'Get rates' : 'Get new rates'} />
    </Form>
  </>
)
