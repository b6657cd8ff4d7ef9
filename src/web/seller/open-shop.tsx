import type { Call } from '#web/framework/answer.ts'
import { Button, Field, Form, TextArea } from '#web/ui/index.ts'
import { api, call, fieldAt, page, sendApp, type PageRequest, type Fields, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { addressFrom, addressOf, addressMessage, checkAddress, freeNear, hostOf, type Address } from './address.ts'
import { AppearanceBand } from './shop-band.tsx'
import { ToneChoice } from './tone-choice.tsx'
import { MESSAGES } from './copy.ts'

/** `/app/open-shop` asks for the name, address, color and description of a new shop, with a preview. */
export const openShopPage = page({
  path: '/app/open-shop',
  name: 'open-shop',
  files: true,
  form: open,
  show: async (at) => (isCheck(at.c) ? check(at) : send(at, at.problem ? await again(at) : { fields: { tone: 'lemon' } })),
})

const isCheck = (c: Call): boolean => c.req.header('Accept') === 'application/json'

const check = async ({ ctx, c, viewer }: PageRequest): Promise<Response> => {
  const param = (name: string): string => (c.req.query(name) ?? '').slice(0, 200)
  const found = await checkAddress(ctx, viewer.tenant, { check: param('check'), name: param('name'), own: param('own') })
  return c.json(found, 200, { 'Cache-Control': 'private, no-store' })
}

async function open(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const typed = withAddress(fields)
  if (fields.do === 'look') return send(at, { fields: typed, address: await addressOf(at.ctx, at.viewer.tenant, typed.slug) })
  const { name, slug, tone, about } = typed as Partial<typeof typed>
  await call(at.ctx, at.viewer, api.createShop, { body: { name, slug, about, ...(tone ? { tone } : {}) } })
  return { to: '/app/listings/new', message: MESSAGES.opened }
}

const withAddress = (fields: Fields) => ({ ...fields, slug: fields.slug || addressFrom(fields.name ?? '') }) as Fields & { slug: string }

async function again({ ctx, viewer, typed, problem }: PageRequest): Promise<ShopForm> {
  const fields = withAddress(typed)
  return { fields, free: problem?.param === 'slug' ? await freeNear(ctx, viewer.tenant, fields.slug) : [] }
}

type ShopForm = { fields: Fields; address?: Address; free?: readonly string[] }

const AT_FIELDS = ['name', 'slug', 'about', 'tone']

function send(at: PageRequest, { fields, address, free = [] }: ShopForm): Promise<Response> {
  const { ctx, viewer, problem } = at
  const tone = fields.tone ?? 'lemon'
  return sendApp(at, {
    current: 'shop',
    title: 'Open a shop',
    intro: 'Choose a name, an address and a colour. You can change them later.',
    atFields: AT_FIELDS,
    apiCalls: [['POST /shops', { name: 'Mint & Fox', slug: 'mint-fox', tone: 'mint' }]],
    children: (
      <div class="two-sides">
        <Form class="form wide" action="/app/open-shop" viewer={viewer} island="shop-look">
          <Field {...fieldAt({ typed: fields, problem }, 'name')} label="Name" required maxlength={60} hint="For example: Mint & Fox." />
          <Field
            {...fieldAt({ typed: fields, problem }, 'slug')}
            label="Address"
            maxlength={32}
            hint="Lowercase letters, digits and hyphens. Leave this field empty to use the shop’s name."
          />
          <div class="small slug-state" role="status">
            {free.length > 0 ? <p>Available: {free.join(', ')}</p> : null}
            {address ? <p class={address.free ? 'is-free' : 'is-taken'}>{addressMessage(address)}</p> : null}
          </div>
          <ToneChoice chosen={tone} />
          <TextArea
            {...fieldAt({ typed: fields, problem }, 'about')}
            label="About"
            maxlength={300}
            rows={3}
            hint="What you sell and where it comes from. The first sentence appears on your shop’s card."
          />
          <div class="actions">
            <Button kind="dark" label="Open shop" />
            <Button do="look" label="Preview" />
          </div>
        </Form>
        <section class="stack" aria-label="Preview">
          <AppearanceBand
            tone={tone}
            name={fields.name ?? ''}
            about={fields.about ?? ''}
            without={`By ${viewer.name}`}
            host={hostOf(ctx, viewer.tenant, fields.slug ?? '')}
          />
          <p class="small quiet">This is how buyers will see your shop. Next, list your first item, starting with a photo.</p>
        </section>
      </div>
    ),
  })
}
