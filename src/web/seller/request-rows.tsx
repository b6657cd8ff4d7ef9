import { Badge, Table, Time } from '#web/ui/index.ts'
import { operationPath } from '#web/framework/doc-paths.ts'
import type { LoggedRequest } from '#web/framework/page/records.ts'

/** Logged requests as rows, each with a link to the reference page for its operation. */
export const RequestRows = ({ requests, now }: { requests: readonly LoggedRequest[]; now: Date }) => (
  <Table
    caption="Requests"
    columns={[
      'Request',
      'Response',
      { label: 'Duration', number: true, minor: true },
      { label: 'Key', minor: true },
      'When',
      { label: 'ID', minor: true },
    ]}
  >
    {requests.map(({ id, key, operation, method, path, status, error, ms, created_at }) => (
      <tr>
        <th scope="row">
          <a href={operationPath(operation)}>
            <code>
              {method} {path}
            </code>
          </a>
        </th>
        <td>
          <Badge means={status < 400 ? 'ok' : 'bad'}>{status}</Badge>
          {error ? (
            <p class="small">
              <a href="/docs/errors">{error}</a>
            </p>
          ) : null}
        </td>
        <td class="number">{ms} ms</td>
        <td>{key.name}</td>
        <td>
          <Time at={created_at} now={now} />
        </td>
        <td>
          <code class="small">{id}</code>
        </td>
      </tr>
    ))}
  </Table>
)
