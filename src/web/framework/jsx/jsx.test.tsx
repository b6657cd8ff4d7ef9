import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, type Child } from './index.ts'

const shown = (markup: Child): string => String(markup)

test('JSX escapes strings between tags and in attributes', () => {
  const evil = `</p><script>alert('1' & "2")</script>`
  const safe = '&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;'
  assert.equal(shown(<p title={evil}>{evil}</p>), `<p title="${safe}">${safe}</p>`)
  const Echo = ({ children }: { children: Child }) => children
  assert.equal(shown(<Echo>{evil}</Echo>), safe)
  assert.equal(shown(<>{[evil, [evil]]}</>), safe + safe)
})

test('JSX wraps right-to-left text in bdi elements, except where HTML does not allow elements', () => {
  const name = 'مصباح 3 قديم'
  assert.equal(shown(<p>{name}: $64 → $58</p>), `<p><bdi>${name}</bdi>: $64 → $58</p>`)
  assert.equal(
    shown(<p>{`${name}: $64 → ${name}, “${name}”`}</p>),
    `<p><bdi>${name}</bdi>: $64 → <bdi>${name}</bdi>, “<bdi>${name}</bdi>”</p>`,
  )
  assert.equal(shown(<p>{'שלום lamp & 𞤀𞤁'}</p>), '<p><bdi>שלום</bdi> lamp &amp; <bdi>𞤀𞤁</bdi></p>')
  assert.equal(shown(<textarea>{name}</textarea>), `<textarea>${name}</textarea>`)
  assert.equal(shown(<title>{<>{name}</>}</title>), `<title>${name}</title>`)
  assert.equal(shown(<option value={name}>{name}</option>), `<option value="${name}">${name}</option>`)
  assert.equal(shown(<p>{'<bdi>'}</p>), '<p>&lt;bdi&gt;</p>')
})

test('JSX does not escape nested elements or trusted HTML a second time', () => {
  const Item = ({ children }: { children?: Child }) => <li>{children}</li>
  assert.equal(
    shown(
      <ul>
        {['a', 'b'].map((each) => (
          <Item>
            <b>{each}</b>
          </Item>
        ))}
      </ul>,
    ),
    '<ul><li><b>a</b></li><li><b>b</b></li></ul>',
  )
  assert.equal(shown(<div>{raw('<i>&amp;</i>')}</div>), '<div><i>&amp;</i></div>')
  assert.equal(shown(<div dangerouslySetInnerHTML={{ __html: '<i>1</i>' }} />), '<div><i>1</i></div>')
})

test('JSX renders nothing for an empty value, but renders the number 0', () => {
  assert.equal(shown(<p>{[null, undefined, false, true, 0, '']}</p>), '<p>0</p>')
  const None = () => null
  assert.equal(shown(<None />), '')
})

test('JSX renders boolean attributes, attribute values and void elements correctly', () => {
  const rest = { 'data-a': 1, 'data-b': undefined, 'data-c': null, 'aria-d': true, 'aria-e': false }
  assert.equal(
    shown(<input name="n" checked disabled={false} {...rest} />),
    '<input name="n" checked="" data-a="1" aria-d="true" aria-e="false"/>',
  )
  assert.equal(shown(<svg viewBox="0 0 1 1" />), '<svg viewBox="0 0 1 1"></svg>')
})

test('JSX rejects invalid attribute names, and attribute values that are objects or promises', () => {
  assert.throws(() => <p {...{ 'x onload=alert(1)': 'y' }} />, /is not an attribute name/)
  assert.throws(() => <p {...{ title: { of: 'something' } }} />, /accepts text/)
  assert.throws(() => <p {...{ onclick: () => {} }} />, /accepts text/)
  assert.throws(() => <p>{{ a: 1 } as never}</p>, /cannot be rendered in a page/)
  assert.throws(() => <p>{Promise.resolve('a') as never}</p>, /cannot be rendered in a page/)
})
