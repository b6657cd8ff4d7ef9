import type { Viewer } from '#web/framework/answer.ts'
import { Button, ButtonLink, Form, Icon } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import type { Site } from '#web/framework/site.ts'

type TopProps = {
  site: Site
  /** The viewer. Undefined on a public page, where a script fetches the viewer's data. */
  viewer?: Viewer | undefined
  q?: string | undefined
  listing?: string | undefined
  front?: boolean | undefined
  /** Slug of the shop whose bag the header links to. */
  bag?: string | undefined
  /** True if the page shows the task counts elsewhere. */
  countsElsewhere?: boolean
}

/** The header: the search first, then links to the account or to the sign-in page. */
export const Top = ({ site, viewer, q, listing, front, bag, countsElsewhere }: TopProps) => (
  <header class="top">
    <a class="brand" href={`${site.publicUrl}/`}>
      <Mark site={site} />
    </a>
    <form class="find" role="search" action={`${site.publicUrl}/search`} method="get" data-island="search">
      <label class="hidden-text" for="q">
        Search the marketplace
      </label>
      <input id="q" name="q" type="search" maxlength={200} placeholder="Wool coat, lamp…" autocomplete="off" value={q ?? ''} />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
    {bag === undefined ? null : (
      <ButtonLink href={`${site.publicUrl}${ROUTES.bag(bag)}`} kind="quiet" rel="nofollow" whom="stranger other">
        Bag <Waiting name="bag" />
      </ButtonLink>
    )}
    <nav
      aria-label="Account"
      data-here={countsElsewhere || viewer?.kind === 'anonymous' ? undefined : viewerStateUrl(site, viewer, { listing, front })}
    >
      <AccountLinks site={site} viewer={viewer} />
    </nav>
  </header>
)

/** The logo or, if there is no logo, the mark and the name. The built-in mark already contains the name. */
const Mark = ({ site: { logo, letter, name } }: { site: Site }) =>
  logo ? (
    <img src={logo} alt={name} />
  ) : letter ? (
    <>
      <span>{letter}</span>&nbsp;{name}
    </>
  ) : name === 'resale' ? (
    <>
      res<span>ale</span>
    </>
  ) : (
    <span>{name}</span>
  )

const viewerStateUrl = (site: Site, viewer: Viewer | undefined, { listing, front }: Pick<TopProps, 'listing' | 'front'>): string =>
  `${viewer ? '' : site.publicUrl}/you/here${listing === undefined ? (front ? '?front=' : '') : `?listing=${listing}`}`

const AccountLinks = ({ site: { publicUrl }, viewer }: Pick<TopProps, 'site' | 'viewer'>) => {
  const [base, whom] = viewer?.kind === 'session' ? ['', undefined] : [publicUrl, 'person']
  const operates = viewer === undefined || (viewer.kind === 'session' && (viewer.isOperator || viewer.lacksSecond))
  return (
    <>
      {operates ? <ButtonLink href={`${base}/operator`} kind="quiet" whom={whom && 'operator'} label="Operate" /> : null}
      {viewer?.kind === 'anonymous' ? null : (
        <ButtonLink href={`${base}/you`} kind="quiet" whom={whom}>
          You <Waiting name="you" />
        </ButtonLink>
      )}
      {viewer?.kind === 'session' ? null : <ButtonLink href={`${base}/sign-in`} whom={viewer ? undefined : 'stranger'} label="Sign in" />}
      <ButtonLink href={`${base}/app`} kind="dark">
        Sell {viewer?.kind === 'anonymous' ? null : <Waiting name="sell" />}
      </ButtonLink>
    </>
  )
}

/** A number in the header that a script fills in: open tasks, or items in the bag. */
const Waiting = ({ name }: { name: 'you' | 'sell' | 'bag' }) => (
  <span class="count" data-waiting={name} hidden>
    <span /> <span class="hidden-text">{name === 'bag' ? 'in it' : 'to do'}</span>
  </span>
)

/** The footer. Its help link is in the same place on every page (WCAG 3.2.6). */
export const Foot = ({ site, viewer }: Pick<TopProps, 'site' | 'viewer'>) => (
  <footer class="foot">
    <span>Good things, already made.</span>
    {[
      ['/check', 'Shopping check'],
      ['/help', 'Help'],
      ['/safety', 'Safety'],
      ['/fees', 'Fees'],
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
      ['/docs', 'Developers'],
    ].map(([path, name]) => (
      <a href={`${site.publicUrl}${path}`}>{name}</a>
    ))}
    {site.contact ? <a href={`mailto:${site.contact}`}>Contact</a> : null}
    {viewer?.kind === 'session' ? (
      <Form action="/sign-out" viewer={viewer}>
        <Button kind="quiet" small label="Sign out" />
      </Form>
    ) : null}
  </footer>
)
