import type { Core } from '#platform/context/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { ButtonLink, Section, Snippet } from '#web/ui/index.ts'
import { type PageRequest, page, sendApp, type Shop } from '#web/framework/page/index.ts'
import { shopsOf } from './shops.ts'
import { ShopChips } from './shop-chips.tsx'

const PATH = '/app/shop/embed'
const pathOf = (slug: string): string => `${PATH}?shop=${encodeURIComponent(slug)}`

/** `/app/shop/embed` shows HTML code that embeds a shop in another site. */
export const embedPage = page({ path: PATH, name: 'embed-code', ofAccount: true, show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const shops = await shopsOf(ctx, viewer)
  const shop = shops.find(({ slug }) => slug === c.req.query('shop')) ?? shops[0]
  if (!shop) return goTo(c, '/app/open-shop')
  return sendApp(at, {
    current: 'shop',
    tone: shop.tone,
    title: 'Embed your shop',
    intro: `Show the newest items from ${shop.name}, with prices, on your own site.`,
    actions: <ButtonLink href={`${shop.url}/embed`} label="Preview" />,
    children: (
      <div class="stack">
        <ShopChips shops={shops} current={shop.slug} at={pathOf} />
        {shop.visibility === 'private' || shop.paused ? <p>The embed shows nothing while the shop is private or paused.</p> : null}
        <h2>Script: the frame adapts its height to the content</h2>
        <Snippet text={scriptCode(ctx, shop)} />
        <h2>Frame without scripts: the height is fixed</h2>
        <Snippet text={frameCode(shop)} />
        <Section id="what" title="How it works" className="prose">
          <ul>
            <li>
              <code>limit</code> sets how many items the embed shows, from 1 to 24. <code>scheme</code> is <code>light</code> or{' '}
              <code>dark</code>. Without <code>scheme</code>, the visitor’s preference applies.
            </li>
            <li>The embed sets no cookies and does not know which page it is on. The frame reports only its height.</li>
            <li>
              If your site has a Content-Security-Policy, it must allow <code>{`frame-src ${shop.url}`}</code>, and for the script also{' '}
              <code>{`script-src ${ctx.config.publicUrl}/embed.js`}</code>.
            </li>
            <li>Items open in a new tab. Visitors cannot buy or send anything inside the frame.</li>
          </ul>
        </Section>
      </div>
    ),
  })
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const scriptCode = ({ config }: Core, { url, name }: Shop): string =>
  `<script async src="${config.publicUrl}/embed.js" data-shop="${url}" data-title="${attribute(name)}" data-limit="6"></script>`

const frameCode = ({ url, name }: Shop): string =>
  `<iframe src="${url}/embed?limit=6" title="${attribute(name)}" width="100%" height="640" loading="lazy" style="border:0"
  referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
