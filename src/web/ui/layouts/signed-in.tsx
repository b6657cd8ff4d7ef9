import type { Child } from '#web/framework/jsx/index.ts'
import type { Person } from '#platform/context/index.ts'
import type { SandboxRole } from '#core/tenant.ts'
import { TEST_DATA_PATH } from '#web/framework/test-band.tsx'
import { Dialog, Form, Icon, type IconName } from '#web/ui/index.ts'
import { Document, type HeadProps } from './document.tsx'
import { Foot, Top } from './frame.tsx'

type NavItem = { id: string; path: string; name: string; icon: IconName }

const APP_NAV = [
  { id: 'today', path: '/app', name: 'Today', icon: 'home' },
  { id: 'listings', path: '/app/listings', name: 'Listings', icon: 'tag' },
  { id: 'offers', path: '/app/offers', name: 'Offers', icon: 'list' },
  { id: 'messages', path: '/app/messages', name: 'Messages', icon: 'chat' },
  { id: 'orders', path: '/app/orders', name: 'Orders', icon: 'box' },
  { id: 'payouts', path: '/app/payouts', name: 'Payouts', icon: 'wallet' },
  { id: 'numbers', path: '/app/stats', name: 'Stats', icon: 'plot' },
  { id: 'shop', path: '/app/shop', name: 'Shop', icon: 'shop' },
  { id: 'developers', path: '/app/developers', name: 'Developers', icon: 'code' },
] as const satisfies readonly NavItem[]

const ACCOUNT_NAV = [
  { id: 'overview', path: '/you', name: 'Overview', icon: 'home' },
  { id: 'likes', path: '/you/likes', name: 'Likes', icon: 'heart' },
  { id: 'following', path: '/you/following', name: 'Following', icon: 'shop' },
  { id: 'offers', path: '/you/offers', name: 'Offers', icon: 'tag' },
  { id: 'messages', path: '/you/messages', name: 'Messages', icon: 'chat' },
  { id: 'orders', path: '/you/orders', name: 'Orders', icon: 'box' },
  { id: 'searches', path: '/you/searches', name: 'Searches', icon: 'search' },
  { id: 'settings', path: '/you/settings', name: 'Settings', icon: 'gear' },
] as const satisfies readonly NavItem[]

const OPERATOR_NAV = [
  { id: 'overview', path: '/operator', name: 'Overview', icon: 'home' },
  { id: 'reports', path: '/operator/reports', name: 'Reports', icon: 'flag' },
  { id: 'appeals', path: '/operator/appeals', name: 'Appeals', icon: 'chat' },
  { id: 'disputes', path: '/operator/disputes', name: 'Disputes', icon: 'box' },
  { id: 'money', path: '/operator/money', name: 'Payments', icon: 'wallet' },
  { id: 'accounts', path: '/operator/accounts', name: 'Accounts', icon: 'person' },
  { id: 'measures', path: '/operator/measures', name: 'Moderation', icon: 'shield' },
  { id: 'reviews', path: '/operator/reviews', name: 'Reviews', icon: 'star' },
  { id: 'audit', path: '/operator/audit', name: 'Audit log', icon: 'list' },
  { id: 'settings', path: '/operator/settings', name: 'Settings', icon: 'gear' },
] as const satisfies readonly NavItem[]

type Common = Omit<HeadProps, 'title' | 'jsonLd' | 'canonical' | 'card' | 'feeds'> & {
  viewer: Person
  title: string
  intro?: Child
  actions?: Child
  children?: Child
}

export type AppNavId = (typeof APP_NAV)[number]['id']
export type OperatorNavId = (typeof OPERATOR_NAV)[number]['id']
export type AccountNavId = (typeof ACCOUNT_NAV)[number]['id']

type AppProps = Common & { current?: AppNavId; counts?: Partial<Record<AppNavId, number>> }
type OperatorProps = Common & { current: OperatorNavId; counts?: Partial<Record<OperatorNavId, number>> }
type YouProps = Common & { current: AccountNavId; counts?: Partial<Record<AccountNavId, number>> }

/** Layout of the seller's app: a navigation rail next to the content. `counts`: the number of open tasks for each entry. */
export const AppLayout = ({ children, ...props }: AppProps) => (
  <Framed {...props} label="Your shop" items={APP_NAV} testsAs="seller">
    {children}
    <Shortcuts />
  </Framed>
)

const SHORTCUTS = [
  ['Ctrl K', 'Search pages (on a Mac: ⌘ K)'],
  ['/', 'Search the marketplace'],
  ['c', 'List an item'],
  ['g t', 'Go to Today'],
  ['g l', 'Go to Listings'],
  ['g o', 'Go to Offers'],
  ['g m', 'Go to Messages'],
  ['j  k', 'Move down or up a list'],
  ['x', 'Select a listing'],
  ['Enter', 'Open the focused link or press the focused button'],
  ['← →', 'Move a photo while one of its buttons has the focus'],
  ['?', 'Show this list'],
] as const

/** Dialog that lists the keyboard shortcuts. The `?` key opens it. */
const Shortcuts = () => (
  <Dialog id="shortcuts" title="Keyboard shortcuts">
    <dl class="shortcut-list">
      {SHORTCUTS.map(([keys, label]) => (
        <div>
          <dt>{keys.split(' ').map((key) => (key ? <kbd>{key}</kbd> : ' '))}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
    <p class="small">
      <a href="/you/settings#keys">Turn off single-key shortcuts</a>
    </p>
  </Dialog>
)

/** Layout of the buyer's account. */
export const YouLayout = (props: YouProps) => <Framed {...props} label="You" items={ACCOUNT_NAV} testsAs="buyer" />

export const OperatorLayout = (props: OperatorProps) => <Framed {...props} label="Operator" items={OPERATOR_NAV} />

/** Link that reloads the page. It is visible only without scripts, because live data is then not updated. */
const Reload = ({ live }: { live?: number | undefined }) =>
  live === undefined ? null : (
    <noscript>
      <p class="small">
        <a href="">Reload</a> to see the latest changes.
      </p>
    </noscript>
  )

type FramedProps = Common & { label: string; items: readonly NavItem[]; current?: string; counts?: Partial<Record<string, number>> } & {
  /** Role of the test account that this page switches to. */
  testsAs?: SandboxRole
}

/** Button that enters test mode, shown on every page of an account. In test mode, a banner at the top of the page says so. */
const TestSwitch = ({ viewer, role }: { viewer: Person; role: SandboxRole }) => (
  <li>
    <Form action={TEST_DATA_PATH} viewer={viewer}>
      <button type="submit" name="show" value={viewer.testRole ? 'own' : role} aria-pressed={viewer.testRole ? 'true' : 'false'}>
        <Icon name="spark" />
        Test data
      </button>
    </Form>
  </li>
)

const Framed = ({ label, items, current, counts = {}, viewer, title, intro, actions, testsAs, children, ...head }: FramedProps) => (
  <Document {...head} title={`${title} · ${head.site.name}`}>
    <Top site={head.site} viewer={viewer} countsElsewhere />
    <div class="framed">
      <nav class="rail" aria-label={label}>
        <ul role="list">
          {items.map(({ id, path, name, icon }) => (
            <li>
              <a href={path} aria-current={id === current ? 'page' : undefined}>
                <Icon name={icon} />
                {name}
                <span id={`waits-${id}`} data-live="any">
                  {counts[id] ? <span class="count">{counts[id]}</span> : null}
                </span>
              </a>
            </li>
          ))}
          {testsAs === undefined ? null : <TestSwitch viewer={viewer} role={testsAs} />}
        </ul>
      </nav>
      <main class="main" id="content" tabindex={-1}>
        <div class="page-head">
          <div>
            <h1>{title}</h1>
            <div id="page-intro" data-live="any">
              {intro ? <p>{intro}</p> : null}
            </div>
            <Reload live={head.live} />
          </div>
          {actions ? <div class="actions">{actions}</div> : null}
        </div>
        {children}
      </main>
    </div>
    <Foot site={head.site} viewer={viewer} />
  </Document>
)
