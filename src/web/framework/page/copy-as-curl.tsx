import { Icon, Snippet } from '#web/ui/index.ts'

type Request = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`

/** A call to the API, such as `GET /me`, with its body if it has one. The path is under `/v1`. */
export type ApiCall = Request | readonly [request: Request, body: Readonly<Record<string, unknown>>]

type MenuProps = { base: string; calls: readonly ApiCall[] }

/** “Copy as curl” menu that shows the page's actions as API calls (spec: ux rule 10). Users insert their own key. */
export const CurlMenu = ({ base, calls }: MenuProps) => (
  <details class="page-menu">
    <summary class="button" aria-label="More about this page">
      <Icon name="more" />
    </summary>
    <div class="page-menu-sheet">
      <p>
        <strong>Copy as curl</strong>
      </p>
      <p class="small quiet">This page as API calls. Replace $KEY with your API key.</p>
      {calls.map((one) => (
        <Snippet language="sh" text={curlOf(base, one)} />
      ))}
    </div>
  </details>
)

/** Returns an API call as a shell command. Quotes all values, so that text from sellers cannot run as a command. */
export function curlOf(base: string, call: ApiCall): string {
  const [request, body] = typeof call === 'string' ? [call] : call
  const [, method, path] = /^(\w+) (.*)$/.exec(request)!
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${base}${path}`)}`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n')
}

/** Quotes a string as a single shell argument. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
