import type { Context } from '#platform/context/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { ButtonLink, Section, Snippet } from '#web/ui/index.ts'
import { type PageRequest, page, sendApp, type Shop } from '#web/framework/page/index.ts'
import { shopsOf } from './shops.ts'
import { ShopChips } from './shop-chips.tsx'

const PATH = '/app/shop/embed'
const pathOf = (slug: string): string => `${PATH}?shop=${encodeURIComponent(slug)}`

/** `/app/shop/embed`: code that embeds a shop in another site. */
export const embedPage = page({ path: PATH, name: 'embed-code', who: 'person', ofAccount: true, show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const shops = await shopsOf(ctx, viewer)
  const shop = shops.find(({ slug }) => slug === c.req.query('shop')) ?? shops[0]
  if (!shop) return goTo(c, '/app/open-shop')
  return sendApp(at, {
    current: 'shop',
    tone: shop.tone,
    title: 'On your own site',
    intro: `The newest things of ${shop.name}, with their prices, in a page of yours.`,
    actions: <ButtonLink href={`${shop.url}/embed`}>See it alone</ButtonLink>,
    children: (
      <div class="stack">
        <ShopChips shops={shops} current={shop.slug} at={pathOf} />
        {shop.visibility === 'private' || shop.paused ? <p>Nothing is shown while the shop is private or paused.</p> : null}
        <h2>With a script: as tall as what is in it</h2>
        <Snippet text={scriptCode(ctx, shop)} />
        <h2>Without scripts: a frame of a fixed height</h2>
        <Snippet text={frameCode(shop)} />
        <Section id="what" title="What it is" look="prose">
          <ul>
            <li>
              <code>limit</code> is how many things it shows, 1 to 24; <code>scheme</code> is <code>light</code> or <code>dark</code>, and
              without it what the reader prefers.
            </li>
            <li>It sets no cookie and is not told on which page it stands. All that comes out of the frame is its height.</li>
            <li>
              A site with a Content-Security-Policy allows <code>{`frame-src ${shop.url}`}</code>, and for the script{' '}
              <code>{`script-src ${ctx.config.publicUrl}/embed.js`}</code>.
            </li>
            <li>A press on a thing opens its page in a tab of its own. Nothing is bought or sent inside the frame.</li>
          </ul>
        </Section>
      </div>
    ),
  })
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const scriptCode = ({ config }: Context, { url, name }: Shop): string =>
  `<script async src="${config.publicUrl}/embed.js" data-shop="${url}" data-title="${attribute(name)}" data-limit="6"></script>`

const frameCode = ({ url, name }: Shop): string =>
  `<iframe src="${url}/embed?limit=6" title="${attribute(name)}" width="100%" height="640" loading="lazy" style="border:0"
  referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
