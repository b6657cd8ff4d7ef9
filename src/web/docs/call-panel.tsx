import { raw } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button, Field, Select, Snippet, snippetHtml, TextArea } from '#web/ui/index.ts'
import { TEST_DATA_PATH, TEST_ROLE_LABELS } from '#web/framework/test-band.tsx'
import type { Operation, Parameter } from './operations.ts'
import type { Sample } from './samples.ts'

/** Shows code samples for a call in each language. Radio buttons switch between the languages, even without scripts. */
export const Samples = ({ samples }: { samples: readonly Sample[] }) => (
  <section class="samples" aria-labelledby="request">
    <h2 id="request">
      <a href="#request">Request</a>
    </h2>
    <div class="samples-choice">
      {samples.map(({ name, language }, at) => (
        <>
          <input type="radio" name="sample-language" id={`sample-${language}`} value={language} checked={at === 0} />
          <label for={`sample-${language}`}>{name}</label>
        </>
      ))}
      {samples.map(({ language, text }) => (
        <div class="sample" data-language={language}>
          {raw(snippetHtml(text, language))}
        </div>
      ))}
    </div>
  </section>
)

/** Returns true if the page can send the call: a call with a JSON body or without a body. */
const isRunnable = ({ body, recorded }: Operation): boolean => recorded?.body !== undefined || Object.keys(body).length === 0

/**
 * A form that sends the call with an API key or with the user's session (`islands/docs-run.ts`). Without scripts, the form says that it
 * needs JavaScript.
 */
export const RunForm = ({ operation, viewer, hasTests }: { operation: Operation; viewer: Viewer; hasTests: boolean }) =>
  isRunnable(operation) ? (
    <section class="panel docs-run" aria-labelledby="run">
      <h2 id="run">Try it</h2>
      <p class="quiet" data-run-off>
        Turn on JavaScript to make the call from this page, or copy one of the samples above.
      </p>
      <form class="stack" data-island="docs-run" data-method={operation.method} data-path={operation.path} hidden>
        {operation.access === 'session' ? (
          <p class="quiet">{sessionText(viewer)}</p>
        ) : (
          <>
            <KeyField viewer={viewer} operation={operation} />
            <RunAs viewer={viewer} hasTests={hasTests} />
          </>
        )}
        {operation.parameters.filter(({ in: location }) => location === 'path' || location === 'query').map(ParameterField)}
        {operation.recorded?.body ? (
          <TextArea name="run-body" label="JSON body" rows={8} value={JSON.stringify(operation.recorded.body, null, 2)} />
        ) : null}
        {operation.method === 'GET' ? null : (
          <label class="check" data-run-real>
            <input type="checkbox" name="run-sure" required />
            <span>This call runs in the live market and will have real effects.</span>
          </label>
        )}
        <div>
          <Button kind="dark" label={operation.method === 'GET' ? 'Run' : `Run ${operation.method}`} />
        </div>
        <div class="docs-run-answer" role="status" hidden>
          <p />
          <Snippet text="" />
        </div>
      </form>
    </section>
  ) : null

/** Lets the user choose whether a call with the session uses test or live data. The default is test data, if the user has any. */
const RunAs = ({ viewer, hasTests }: { viewer: Viewer; hasTests: boolean }) => {
  if (viewer.kind !== 'session') return null
  if (viewer.testRole)
    return (
      <>
        <input type="hidden" name="run-as" value={viewer.testRole} />
        <p class="quiet">
          You are in test mode: without a key, the call uses test data, as {TEST_ROLE_LABELS[viewer.testRole]}. Nothing in it is real.
        </p>
      </>
    )
  if (!hasTests)
    return (
      <p class="quiet">
        Without a key, the call runs in the live market. To run it with test data instead, open <a href={TEST_DATA_PATH}>your test data</a>{' '}
        once.
      </p>
    )
  return (
    <Select
      name="run-as"
      label="Without a key, the call uses"
      value="seller"
      choices={[
        { value: 'seller', label: 'My test data, as the test seller' },
        { value: 'buyer', label: 'My test data, as the test buyer' },
        { value: 'market', label: 'The live market, as me' },
      ]}
    />
  )
}

const sessionText = (viewer: Viewer): string =>
  viewer.kind === 'session' ? 'The call uses your session.' : 'This call needs a session. Sign in first.'

const KeyField = ({ viewer, operation: { access } }: { viewer: Viewer; operation: Operation }) => {
  const without =
    access !== 'key'
      ? 'This call needs no key.'
      : viewer.kind === 'session'
        ? 'Without a key, the call uses your session.'
        : 'Enter a key, or sign in to use your session.'
  return (
    <Field
      name="run-key"
      label="Key"
      type="password"
      autocomplete="off"
      placeholder="rsk_…"
      hint={`${without} A key stays in this tab and appears in the curl sample above.`}
    />
  )
}

const ParameterField = ({ in: location, name, required = false }: Parameter) => (
  <Field
    name={`run-${location}-${name}`}
    label={`${name}${location === 'path' ? ', in the path' : ''}`}
    required={location === 'path' || required}
  />
)
