import { describe, expect, it } from 'vitest'
import { createAnswerRenderer, isAnswerError, renderAnswer, sanitizeAnswer } from './markdown.ts'

const citations = [1, 2, 3, 5, 12].map((number) => ({
  number,
  title: `Title ${number}`,
  url: `https://example.org/${number}`,
}))
const control = (references: string, label = references, name?: string) => {
  const sources = references.split(',').map((number) => `Source ${number}: Title ${number}`)
  // The accessible name contains the visible label (WCAG 2.5.3): '1-3' before the sources, '1' within the one's own.
  const given = `${label === references ? '' : `${label}: `}${sources.join('; ')}`
  return `<button type="button" class="org-citation" data-refs="${references}" aria-label="${name ?? given}">${label}</button>`
}

/** A control with the punctuation that stays on its line. */
const joined = (content: string) => `<span class="org-joined">${content}</span>`

describe('citations', () => {
  it.each([
    ['See [1].', `<p dir="auto">See ${joined(`${control('1')}.`)}</p>`],
    ['See [1-3, 5].', `<p dir="auto">See ${joined(`${control('1,2,3,5', '1-3, 5')}.`)}</p>`],
    ['See [1][2].', `<p dir="auto">See ${control('1')}${joined(`${control('2')}.`)}</p>`],
    [
      'See [1,2] and [1–3].',
      `<p dir="auto">See ${control('1,2', '1, 2')} and ${joined(`${control('1,2,3', '1–3')}.`)}</p>`,
    ],
    [
      'See 【1】, ［2］ and [^3].',
      `<p dir="auto">See ${joined(`${control('1')},`)} ${control('2')} and ${joined(`${control('3')}.`)}</p>`,
    ],
    [
      'See [[1]] and [[2]](https://example.com/doc).',
      `<p dir="auto">See ${control('1')} and ${joined(`${control('2')}.`)}</p>`,
    ],
    ['A claim [1](#cite:abc) here', `<p dir="auto">A claim ${control('1')} here</p>`],
    [
      'Repeat [1][1] and [2, 2].',
      `<p dir="auto">Repeat ${control('1')} and ${joined(`${control('2')}.`)}</p>`,
    ],
    [
      'Two [1]! (See [2].) More',
      `<p dir="auto">Two ${joined(`${control('1')}!`)} (See ${joined(`${control('2')}.)`)} More</p>`,
    ],
    ['*stated [1]*', `<p dir="auto"><em>stated ${control('1')}</em></p>`],
    [
      'Known [1], unknown [99], zero [0].',
      `<p dir="auto">Known ${joined(`${control('1')},`)} unknown ${joined('[99],')} zero [0].</p>`,
    ],
    ['[source] and [1.5] and [citation.docx]', '<p dir="auto">[source] and [1.5] and [citation.docx]</p>'],
    ['`data[1]` and \\[1]', '<p dir="auto"><code>data[1]</code> and [1]</p>'],
    ['```\na[1]\n```', '<pre><code>a[1]\n</code></pre>'],
    [
      '[1](https://example.com)',
      '<p dir="auto"><a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">1</a></p>',
    ],
    [
      'See [1].\n\n[1]: https://example.com',
      '<p dir="auto">See <a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">1</a>.</p>',
    ],
    [
      '[the report [1]](https://example.com)',
      `<p dir="auto"><a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">the report </a>${control('1')}</p>`,
    ],
  ])('renders %s', (text, html) => {
    expect(renderAnswer(text, { citations })).toBe(html)
  })

  it('are shown but inert while the list is unknown', () => {
    expect(renderAnswer('See [7].')).toBe(
      `<p dir="auto">See ${joined('<button type="button" class="org-citation" data-refs="7" aria-disabled="true" aria-label="Source 7">7</button>.')}</p>`,
    )
  })
})

describe('product tags', () => {
  it("are pills that 'start loading and become active when options are known'", () => {
    const text = 'Try <product data-pk="m1">Mag & Zinc</product>.'
    expect(renderAnswer(text)).toBe(
      `<p dir="auto">Try ${joined('<button type="button" class="org-product" data-pk="m1" aria-disabled="true">Mag &amp; Zinc</button>.')}</p>`,
    )
    expect(renderAnswer(text, { products: { 'Mag & Zinc': [{ name: 'Mag' }] } })).toBe(
      `<p dir="auto">Try ${joined('<button type="button" class="org-product" data-pk="m1" aria-haspopup="dialog">Mag &amp; Zinc</button>.')}</p>`,
    )
  })
})

describe('thinking blocks', () => {
  it('hold a summary and blocks', () => {
    expect(
      renderAnswer('<details open><summary>Thinking **hard**</summary>\n\n- a\n\n</details>\nAnswer'),
    ).toBe(
      '<details dir="auto" open=""><summary>Thinking <strong>hard</strong></summary><div class="org-thinking"><ul><li>a</li></ul></div></details><p dir="auto">Answer</p>',
    )
    expect(renderAnswer('<details><summary>T</summary>body</details> rest')).toBe(
      '<details dir="auto"><summary>T</summary><div class="org-thinking"><p>body</p></div></details><p dir="auto">rest</p>',
    )
  })
})

describe('other HTML', () => {
  it('is dropped where it is HTML and kept where it is not', () => {
    expect(renderAnswer('H<sub>2</sub>O 5 < 10 <b onclick=x>bold</b> a <y> b<br>c')).toBe(
      '<p dir="auto">H2O 5 &lt; 10 bold a &lt;y&gt; b<br>c</p>',
    )
  })
})

describe('sanitising', () => {
  it("allows 'target, rel, data-price, data-image, data-pk, data-refs, aria-disabled, title, open', and nothing that acts", () => {
    const allowed =
      '<a href="https://example.org/" target="_blank" rel="noopener" title="T" data-price="1" data-image="i" data-pk="p" data-refs="1" aria-disabled="true">x</a><details open=""></details>'
    expect(sanitizeAnswer(allowed)).toBe(allowed)
    expect(
      sanitizeAnswer(
        '<a href="javascript:alert(1)" style="color:red" onclick="alert(1)" data-other="o" aria-hidden="true" id="x">x</a><script>alert(1)</script>',
      ),
    ).toBe('<a>x</a>')
  })
})

describe('errors', () => {
  it("'Sanitising fails for input that is not a string or for a forbidden root node'", () => {
    for (const input of [null, undefined, {}, 1]) {
      expect(() => sanitizeAnswer(input)).toThrow(expect.objectContaining({ code: 'not_a_string' }))
    }
    const root = document.createElement('script')
    expect(() => sanitizeAnswer(root)).toThrow(expect.objectContaining({ code: 'forbidden_root' }))
    expect(() => sanitizeAnswer(root)).toThrow(expect.toSatisfy(isAnswerError))
  })
})

describe('character references', () => {
  it.each([
    ['&copy; &Aacute; &NotEqualTilde; &NewLine;x &semi;', '© Á ≂̸ \nx ;'],
    ['&#35; &#x22; &#0;', '# " \uFFFD'],
    ['&notit; &nosuch; &copy &ampx;', '&amp;notit; &amp;nosuch; &amp;copy &amp;ampx;'],
  ])('decodes %s', (text, html) => {
    expect(renderAnswer(text)).toBe(`<p dir="auto">${html}</p>`)
  })

  it('decodes them in the language of code', () => {
    const html = renderAnswer('~~~c&#35; \\\nx\n~~~\n\n~~~a&quot;b\ny\n~~~')
    expect(html).toContain('<code class="language-c#">x')
    expect(html).toContain('<code class="language-a">y')
  })

  it('decodes them in addresses', () => {
    expect(renderAnswer('[x](https://e.org/?a&ouml;)')).toContain('href="https://e.org/?a%C3%B6"')
  })
})

const frames = (text: string, options = {}) => {
  const renderer = createAnswerRenderer(options)
  return Array.from({ length: text.length }, (_, end) =>
    renderer
      .update(text.slice(0, end + 1))
      .map(({ html }) => html)
      .join(''),
  )
}

describe('half-arrived text', () => {
  it.each([
    'Say **bold** and [1-3, 5] or [[1]] then [a link](https://example.org/x) done',
    'H<sup><span>2</span></sup>O and <product>Magnesium</product> ok',
    '| Name | Source |\n|---|---|\n| x1 | [1] |\n| x2 | [2-4] |\n',
    'Use `code` and ~~gone~~ *it* text',
    'Hidden <!-- a comment --> and seen',
  ])('never shows raw syntax of %s', (text) => {
    for (const frame of frames(text)) {
      const visible = frame.replace(/<[^>]*>/gu, '')
      expect(visible).not.toMatch(/[*_`[\]|~]|&lt;|https:/u)
      expect(frame.split('<table>').length).toBeLessThanOrEqual(2)
    }
  })
})

describe('streaming', () => {
  it('keeps blocks that are done', () => {
    const renderer = createAnswerRenderer()
    const [first] = renderer.update('One.\n\nTwo')
    expect(first?.done).toBe(true)
    expect(renderer.update('One.\n\nTwo and more')[0]).toBe(first)
    expect(renderer.update('One.\n\nTwo and more\n\nThree', { done: true })[0]).toBe(first)
  })
})

describe('the addresses of links', () => {
  it.each([
    ['https://example.com/a%20b?c=é d', 'https://example.com/a%20b?c=%C3%A9%20d'],
    ['https://example.com/100%?q=%zz', 'https://example.com/100%25?q=%25zz'],
    ['https://bücher.example/ä#ö', 'https://xn--bcher-kva.example/%C3%A4#%C3%B6'],
    ['https://example.com:8080/\ud800', 'https://example.com:8080/%EF%BF%BD'],
    ['mailto:jörg@bücher.example?subject=ü', 'mailto:j%C3%B6rg@xn--bcher-kva.example?subject=%C3%BC'],
    ["https://example.com/;,:@&=+$-_.!~*'[]", "https://example.com/;,:@&amp;=+$-_.!~*'%5B%5D"],
  ])('escapes %s', (address, escaped) => {
    expect(renderAnswer(`[text](<${address}>)`)).toContain(`href="${escaped}"`)
  })

  it('are shown as they were written', () => {
    expect(renderAnswer('<https://bücher.example/a%20b>')).toContain('>https://bücher.example/a%20b</a>')
  })
})

it('keeps the words of its own for labels that are undefined', () => {
  const html = renderAnswer('Sleep [1].', { citations })
  expect(renderAnswer('Sleep [1].', { citations, labels: { source: undefined } })).toBe(html)
})
