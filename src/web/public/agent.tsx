import type { Context } from '#platform/context/index.ts'
import { APPROVAL_COPY, type AgentCopy } from '#web/framework/agent-copy.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { siteOf } from '#web/framework/site.ts'

/** The page that an agent link shows in a browser. */
export const AgentPage = ({ ctx, copy }: { ctx: Context; copy: AgentCopy }) => (
  <Plain site={siteOf(ctx)} title="Agent link" heading={copy.heading} className="plain wide">
    <p class="lead">{copy.intro}</p>
    <h2>Connect over MCP</h2>
    <p>{copy.mcp.description}</p>
    <pre tabindex={0}>{copy.mcp.settings}</pre>
    <h2>Permissions</h2>
    <Lines of={copy.may} />
    {copy.approvals.length > 0 ? (
      <>
        <h2>Actions that need approval</h2>
        <Lines of={copy.approvals} />
        <p class="quiet">{APPROVAL_COPY}</p>
      </>
    ) : null}
    <h2>Limits</h2>
    <Lines of={copy.limits} />
    <h2>Call the API without MCP</h2>
    {copy.commands.map(({ description, curl }) => (
      <>
        <p>{description}</p>
        <pre tabindex={0}>{curl}</pre>
      </>
    ))}
    <p class="quiet">
      To get this page as Markdown, request this address with the header <code>Accept: text/markdown</code>.
    </p>
  </Plain>
)

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((line) => (
      <li>{line}</li>
    ))}
  </ul>
)
