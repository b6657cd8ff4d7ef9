import type { SandboxRole } from '#core/tenant.ts'
import { TEST_PAGES } from './routes.ts'

/** Test mode of a session: the role of the test account, and the token for the forms. */
export type TestData = { role: SandboxRole; token: string }

/** Path of the page that manages test data and switches to test mode. */
export const TEST_DATA_PATH = '/app/developers/test-data'

export const TEST_ROLE_LABELS: Readonly<Record<SandboxRole, string>> = { seller: 'the test seller', buyer: 'the test buyer' }

const OTHER = { seller: 'buyer', buyer: 'seller' } as const satisfies Record<SandboxRole, SandboxRole>

type Sent = { path: string; status: number }

/** Marks a page in test mode with a banner, a stripe and a prefix in its title. */
export function withTestBand(html: string, shows: TestData | undefined, sent: Sent): string {
  if (shows === undefined) return html
  const band = String(<TestBand {...shows} sent={sent} />)
  return html
    .replace('<title>', () => '<title>Test data: ')
    .replace('<html lang="en"', () => `<html lang="en" data-test-data="${shows.role}"`)
    .replace(SKIP_LINK, (skip) => `${skip}${band}`)
}

const SKIP_LINK = /<a class="skip"[^>]*>[^<]*<\/a>/

const TestBand = ({ role, token, sent }: TestData & { sent: Sent }) => (
  <>
    <section class="test-band" aria-label="Test data">
      <p>
        <strong>Test data.</strong> Nothing here is real. You are {TEST_ROLE_LABELS[role]}.
      </p>
      <form action={TEST_DATA_PATH} method="post">
        <input type="hidden" name="form_token" value={token} />
        <input type="hidden" name="return" value={sent.path} />
        {sent.status === 404 ? <input type="hidden" name="whole" value="true" /> : null}
        <a class="button small" href={TEST_DATA_PATH}>
          Clock
        </a>
        <button class="button small" type="submit" name="show" value={OTHER[role]}>
          Switch to {TEST_ROLE_LABELS[OTHER[role]]}
        </button>
        <button class="button small dark" type="submit" name="show" value="own">
          Leave test mode
        </button>
      </form>
    </section>
    <div class="test-stripe" aria-hidden="true" />
  </>
)

/**
 * Returns the path to open when the user switches modes on the page at `path`. A record exists in only one mode, so a record's page leads
 * to the list page. The pages of a test shop exist for both test accounts. `whole`: returns `path` unchanged, because a page that was not
 * found may exist in the other mode.
 */
export function pathAfterSwitch(path: string, to: SandboxRole | 'own', { whole = false } = {}): string {
  if (path.startsWith(`${TEST_PAGES}/`)) return to === 'own' ? '/app' : path
  if (whole || path === TEST_DATA_PATH) return path
  if (to === 'buyer' && path.startsWith('/app')) return '/you'
  if (to === 'seller' && path.startsWith('/you')) return '/app'
  const [area, list] = /^\/(app|you)(\/[a-z]+)?/.exec(path)?.slice(1) ?? []
  return area === undefined ? path : `/${area}${list ?? ''}`
}
