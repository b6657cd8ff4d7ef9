import * as blocks from '#commerce/blocks/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { Call } from '#web/framework/answer.ts'
import { Button, ButtonLink, Empty, Form, Pager, Time } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import {
  api,
  call,
  page,
  pageAt,
  sendAccountPage,
  sendStepPage,
  WrongAbove,
  type Block,
  type Page,
  type PageRequest,
} from '#web/framework/page/index.ts'

const BLOCKED = '/you/blocked'
const PER_PAGE = 50

/** Blocks the other person in a conversation or an order, where the viewer is the buyer or the seller, or the owner of a shop. */
const blockPage = (path: string, name: string, targetOf: (c: Call) => blocks.Target): Page =>
  page({
    path,
    name,
    async form({ ctx, c, viewer }) {
      const { name: blockedName, shop } = await block(ctx, viewer, targetOf(c))
      return { to: BLOCKED, message: `You have blocked ${shop?.name ?? blockedName}.` }
    },
    show: (at) => ask(at, targetOf(at.c)),
  })

export const BLOCK_PAGES = [
  blockPage('/block/thread/:id', 'block person', (c) => ({ thread: c.req.param('id')! })),
  blockPage('/block/order/:id', 'block person in order', (c) => ({ order: c.req.param('id')! })),
  blockPage('/block/shop/:slug', 'block shop', (c) => ({ store: c.req.param('slug')! })),
]

function block(ctx: Context, viewer: Person, target: blocks.Target): Promise<Block> {
  if ('thread' in target) return call(ctx, viewer, api.blockThread, { params: { id: target.thread } })
  if ('order' in target) return call(ctx, viewer, api.blockOrder, { params: { id: target.order } })
  return call(ctx, viewer, api.blockStore, { params: { slug: target.store } })
}

/** The people that the viewer has blocked. */
export const blockedPage = page({
  path: BLOCKED,
  name: 'blocked people',
  async form({ ctx, viewer }, { fields: { thread, order, shop = '' } }) {
    if (thread) await call(ctx, viewer, api.unblockThread, { params: { id: thread } })
    else if (order) await call(ctx, viewer, api.unblockOrder, { params: { id: order } })
    else await call(ctx, viewer, api.unblockStore, { params: { slug: shop } })
    return { to: BLOCKED, message: 'Unblocked.' }
  },
  show: sendBlocked,
})

function identified({ thread, order, shop }: Pick<Block, 'thread' | 'order' | 'shop'>): UnblockProps['with'] {
  if (thread) return { thread }
  return order ? { order } : { shop: shop?.slug ?? '' }
}

function sourceOf({ ctx, viewer }: PageRequest, target: blocks.Target, { isBuyer }: blocks.TargetPerson): string {
  if ('store' in target) return ctx.urls.shop(target.store, viewer.tenant)
  const app = isBuyer ? '/app' : '/you'
  return 'order' in target ? `${app}/orders/${target.order}` : `${app}/messages/${target.thread}`
}

async function ask(at: PageRequest, target: blocks.Target): Promise<Response> {
  const person = await blocks.readTarget(at.ctx, at.viewer, target)
  const { name, isBlocked } = person
  return sendStepPage(at, {
    title: isBlocked ? `You have blocked ${name}` : `Block ${name}?`,
    children: (
      <div class="step stack">
        <WrongAbove problem={at.problem} fields={[]} />
        {isBlocked ? <p>Unblock {name} to send messages and offers again.</p> : <WhatHappens name={name} />}
        {isBlocked ? (
          <Unblock at={at} name={name} with={'store' in target ? { shop: target.store } : target} />
        ) : (
          <Form class="actions" action={ROUTES.blockPerson(target)} viewer={at.viewer}>
            <Button kind="bad" label={`Block ${name}`} />
            <ButtonLink href={sourceOf(at, target, person)} kind="quiet" label="Cancel" />
          </Form>
        )}
      </div>
    ),
  })
}

const WhatHappens = ({ name }: { name: string }) => (
  <ul>
    <li>You and {name} will no longer be able to send each other messages or offers, or buy from each other.</li>
    <li>Your open offers to each other will be closed. Open orders continue, and you can still message each other about them.</li>
    <li>We will not notify {name}. You can unblock them at any time.</li>
  </ul>
)

/** `with`: the conversation, order or shop that identifies the blocked person. */
type UnblockProps = { at: PageRequest; name: string; with: { thread: string } | { order: string } | { shop: string } }

const Unblock = ({ at, name, with: fields }: UnblockProps) => (
  <Form action={BLOCKED} viewer={at.viewer} with={fields}>
    <Button small label="Unblock" about={` ${name}`} />
  </Form>
)

async function sendBlocked(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { query, links } = pageAt(c, PER_PAGE)
  const { data, total } = await call(ctx, viewer, api.listBlocks, { query })
  return sendAccountPage(at, {
    current: 'settings',
    title: 'Blocked people',
    children:
      total === 0 ? (
        <Empty icon="shield" title="No blocked people">
          <p>To block a person, open their shop, or a conversation or order with them.</p>
          <ButtonLink href="/you/settings" label="Settings" />
        </Empty>
      ) : (
        <>
          <ul class="rows">
            {data.map(({ name, shop, thread, order, created_at }) => (
              <li>
                <span>
                  {shop ? `${shop.name} (${name})` : name}{' '}
                  <span class="small quiet">
                    blocked <Time at={created_at} now={ctx.now()} />
                  </span>
                </span>
                <Unblock at={at} name={shop?.name ?? name} with={identified({ shop, thread, order })} />
              </li>
            ))}
          </ul>
          <Pager {...links(total)} />
        </>
      ),
  })
}
