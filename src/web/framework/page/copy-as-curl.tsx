import { Icon, Snippet } from '#web/ui/index.ts'

/** A call of the API, below `/v1`. */
export type Twin = { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; path: string; body?: Readonly<Record<string, unknown>> }

type MenuProps = { base: string; calls: readonly Twin[] }

/** “Copy as curl”: what this page does, as calls of the API (ux rule 10). The key is the reader's to fill in. */
export const TwinMenu = ({ base, calls }: MenuProps) => (
  <details class="page-menu">
    <summary class="button" aria-label="More about this page">
      <Icon name="more" />
    </summary>
    <div class="page-menu-sheet">
      <p>
        <strong>Copy as curl</strong>
      </p>
      <p class="small quiet">This page by the API. Put one of your keys in the place of $KEY.</p>
      {calls.map((one) => (
        <Snippet language="sh" text={curlOf(base, one)} />
      ))}
    </div>
  </details>
)

/** As one types it into a shell; nothing of a seller's can leave its quotes. */
export function curlOf(base: string, { method, path, body }: Twin): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${base}${path}`)}`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n')
}

/** As one word of a shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
