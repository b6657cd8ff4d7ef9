import { DROP_DAYS, DROP_PERCENT } from '#catalog/listings/rules/price-drop.ts'
import { Button, Field, Form, Section, Timestamp } from '#web/ui/index.ts'
import { api, call, dollarsText, fieldAt, type Fields, type Listing, type PageRequest } from '#web/framework/page/index.ts'
import { DROPS, MESSAGES } from './copy.ts'

/** Names of the fields that show their own error message. */
export const DROP_FIELDS = ['percent', 'every_days']

/** Id of the price-drop section in the editor. */
export const DROPS_ID = 'price-drops'

const DO = { set: 'set-drops', stop: 'stop-drops' } as const

/** Returns true if an action belongs in the price-drop section. */
export const isDropAction = (action: string): boolean => action === DO.set || action === DO.stop

/** Performs an action in the price-drop section and returns a message for the seller. */
export async function changeDrops(
  { ctx, viewer }: PageRequest,
  id: string,
  { do: action, percent = '', every_days = '' }: Fields,
): Promise<string> {
  if (action === DO.stop) await call(ctx, viewer, api.stopPriceDrop, { params: { id } })
  else await call(ctx, viewer, api.setPriceDrop, { params: { id }, body: { percent, every_days } })
  return action === DO.stop ? MESSAGES.dropsStopped : MESSAGES.dropsSet
}

/** A listing's price-drop schedule, below the editor's form. The listing must have a price. */
export const PriceDrops = ({ at, listing }: { at: PageRequest; listing: Listing }) => {
  const { id, price, price_drop: drop, status } = listing
  if (price === null || status === 'sold') return null
  return (
    <Section id={DROPS_ID} title={DROPS.title}>
      <Form class="stack" action={`/app/listings/${id}`} viewer={at.viewer} label={DROPS.title} with={{ step: 'publish' }}>
        {drop ? (
          <>
            <p>
              {DROPS.active(drop.percent === null ? dollarsText(drop.amount!) : `${drop.percent} %`, drop.every_days)}{' '}
              {drop.next_price === null ? (
                DROPS.last
              ) : (
                <>
                  {DROPS.next(dollarsText(drop.next_price))} <Timestamp at={drop.next_at} form="day" />.
                </>
              )}
            </p>
            <div class="actions">
              <Button do={DO.stop} label={DROPS.stop} />
            </div>
          </>
        ) : (
          <>
            <p class="hint">{DROPS.hint}</p>
            <div class="three">
              <Field {...fieldAt(at, 'percent', '10')} label={DROPS.percent} type="number" {...DROP_PERCENT} required />
              <Field {...fieldAt(at, 'every_days', '7')} label={DROPS.days} type="number" {...DROP_DAYS} required />
            </div>
            <div class="actions">
              <Button do={DO.set} label={DROPS.set} />
            </div>
          </>
        )}
      </Form>
    </Section>
  )
}
