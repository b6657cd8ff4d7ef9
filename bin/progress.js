// What a run of the tests says while it goes on: how far it is, and each failure as it comes. Every test by name is in the file
// of the other reporter. `TESTS_LAST` is how many there were last time, where that is known.
const EVERY_MS = 15_000

/** A reporter for `node --test`. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default async function* progress(source) {
  const began = Date.now()
  const last = Number(process.env.TESTS_LAST ?? 0)
  const inPlace = process.stdout.isTTY
  const failures = []
  let [done, said] = [0, began]
  const line = () => {
    const of = last > 0 ? ` of about ${last}` : ''
    return `${done}${of} tests, ${failures.length} failed, ${Math.round((Date.now() - began) / 1000)} s`
  }
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.details?.type === 'suite') {
      // a file that cannot be loaded, or a hook that failed; a failure of a test inside is shown by itself
      if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') failures.push(data)
      continue
    }
    done += 1
    if (type === 'test:fail') {
      failures.push(data)
      yield `${inPlace ? '\r\x1B[K' : ''}✖ ${data.name}${place(data)}\n`
    }
    if (Date.now() - said < (inPlace ? 200 : EVERY_MS)) continue
    said = Date.now()
    yield inPlace ? `\r\x1B[K${line()}` : `${line()}\n`
  }
  yield `${inPlace ? '\r\x1B[K' : ''}${line()}\n`
  for (const data of failures) yield `\n✖ ${data.name}${place(data)}\n${words(data.details?.error)}\n`
}

const place = ({ file, line }) => (file ? ` (${file.replace(`${process.cwd()}/`, '')}:${line})` : '')

/** The error of the test itself, not the runner's wrapping of it. */
function words(error) {
  const cause = error?.cause ?? error
  return String(cause?.stack ?? cause?.message ?? cause)
}
