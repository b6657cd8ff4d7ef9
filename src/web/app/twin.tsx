import type { Context } from '#context.ts'
import { Snippet } from '#web/components/snippet.tsx'
import { operationPath } from '#web/docs/paths.ts'

/** The call of the API that gives what a page shows. `params`: what stands in its path. */
export type Twin = { id: string; params?: Record<string, string>; query?: string }

/** Every page has a twin in the API (ux rule 10): the exact call, with the key left blank. */
export const AsCurl = ({ ctx, twin }: { ctx: Context; twin: Twin }) => (
  <details class="twin">
    <summary>The same by the API</summary>
    <Snippet language="sh" text={curlFor(ctx, twin)} />
    <p class="small">
      <a href={operationPath(twin.id)}>What else it takes, and what it answers</a>
    </p>
  </details>
)

function curlFor(ctx: Context, { id, params = {}, query }: Twin): string {
  const endpoint = ctx.endpoints.get(id)
  if (!endpoint) throw new Error(`there is no endpoint ${id}`)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const address = `${ctx.config.publicUrl}/v1${path}${query ? `?${query}` : ''}`
  return `curl "${address}" \\\n  -H "Authorization: Bearer $KEY"`
}
