import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { docxBomb, docxOf, lyingDocxBomb, pdfBomb, pdfOf, zipOf } from '../../../tests/import-files.ts'
import { type FileFormat, formatOf } from './file-reading.ts'
import { createFileReader, type ReadingLimits } from './file-reader.ts'
import { createReadingSlots, planReading } from './reading-slots.ts'

async function read(name: string, content: Uint8Array | string, limits?: ReadingLimits) {
  const reader = createFileReader(limits)
  const file = { name, format: formatOf(name) ?? 'text', bytes: Buffer.from(content) } as const
  try {
    return await reader.read(file, new AbortController().signal)
  } finally {
    await reader.close()
  }
}

/** The processes that readers of this one have started. */
const readingProcesses = () =>
  readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && isReadingProcess(name))

/** The process that this one's reader has started. */
async function readingProcess(): Promise<number> {
  return await vi.waitFor(() => {
    const [pid] = readingProcesses()
    if (pid === undefined) throw new Error('no process reads')
    return Number(pid)
  })
}

function isReadingProcess(pid: string): boolean {
  try {
    const parent = Number(/^PPid:\s*(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reading-process')
  } catch {
    // It has ended between the calls.
    return false
  }
}

describe('a file', () => {
  it.each<[string, FileFormat | undefined]>([
    ['a.MD', 'markdown'],
    ['a.b.pdf', 'pdf'],
    ['prices.csv', 'products'],
    ['program.exe', undefined],
    ['no-ending', undefined],
    ['a.constructor', undefined],
    ['a.__proto__', undefined],
  ])('%s has the format %s', (name, format) => {
    expect(formatOf(name)).toBe(format)
  })

  it('of Markdown brings the fields of its front matter, and a passage of each heading', async () => {
    const text =
      '---\ntitle: Borage\nauthor: Kitchen\nurl: https://a.example/b\n---\n# Other\n\nBlue.\n\n### Oil\n\nPressed.'
    expect(await read('b.md', text)).toEqual({
      kind: 'article',
      title: 'Borage',
      author: 'Kitchen',
      url: 'https://a.example/b',
      body: 'Blue.\n\n## Oil\n\nPressed.',
    })
    const code = '# Title\r\n\r\n```sh\r\n# no heading\r\n```'
    expect(await read('c.md', code)).toMatchObject({ title: 'Title', body: '```sh\n# no heading\n```' })
  })

  it('with a cell or text that no field can hold is refused', async () => {
    const row = 'name,price,currency,url,keywords\nOil,1,EUR,https://a.example,'
    expect(await read('a.csv', `${row}${'a;'.repeat(100_000)}`)).toEqual({
      kind: 'failure',
      reason: 'invalid_rows',
      detail: '2',
    })
    expect(await read('a.txt', 'Borage. '.repeat(60_000))).toMatchObject({ reason: 'too_long' })
  })

  it('has no more of a title than an article can have, and no other text that is longer', async () => {
    const long = 'a'.repeat(3_000_000)
    for (const [name, content] of [
      ['title.md', `# ${long}\n\nBorage.`],
      ['front.md', `---\ntitle: ${long}\n---\nBorage.`],
      ['title.html', `<html><head><title>${long}</title></head><body><p>Borage is a herb.</p></body></html>`],
      ['title.pdf', pdfOf([['Borage is a herb.']], long)],
      ['title.docx', docxOf([{ style: 'Heading1', text: long }, { text: 'Borage.' }])],
    ] as const) {
      const { title } = Object(await read(name, content))
      expect([name, title.length]).toEqual([name, 2000])
    }
    for (const field of ['author', 'url', 'topic', 'language']) {
      expect(await read('a.md', `---\n${field}: https://a.example/${long}\n---\nBorage.`)).toEqual({
        kind: 'failure',
        reason: 'invalid_fields',
        detail: field,
      })
    }
  })

  it('has no character that the database does not store', async () => {
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const [name, content] of [
      ['nul.txt', utf16('Bor\0age is blue.')],
      // No valid UTF-16, which is read byte by byte.
      ['half.txt', Buffer.concat([utf16('Borage'), Buffer.from([0, 0xd8])])],
      [
        'front.md',
        String.raw`---
title: "Bor\0age"
author: "Kit\ud800chen"
---
Borage is blue.`,
      ],
      ['nul.docx', docxOf([{ text: 'Bor&#0;age &#xD800; is blue.' }])],
      ['nul.pdf', pdfOf([['Bor\0age is blue.']], 'Bor\0age')],
      ['nul.html', utf16('<title>Bor\0age</title><p>Bor\0age is &#0; &#xD800; blue.</p>')],
      ['nul.csv', utf16('name,price\nBor\0age,1')],
    ] as const) {
      const text = JSON.stringify(await read(name, content))
      expect([name, text]).toEqual([name, expect.stringMatching(/article|products/u)])
      expect([name, text]).toEqual([name, expect.not.stringMatching(/\\u0000|\\ud[89a-f]/iu)])
    }
  })

  it('of HTML is its article, without navigation and scripts', async () => {
    const paragraph = 'Borage is a herb with blue flowers, and bees are fond of it. '.repeat(8)
    const html = `<html lang="es"><head><title>Borage | Shop</title></head><body>
      <nav><a href="/cart">Cart</a></nav><main><article><h1>Borage</h1><p>${paragraph}</p>
      <h2>Oil</h2><p>${paragraph}</p><script>steal()</script>
      <table><tr><th>Dose</th></tr><tr><td>1 g</td></tr></table></article></main></body></html>`
    const page = await read('borage.html', html)
    expect(page).toMatchObject({ title: 'Borage', language: 'es' })
    const { body } = Object(page)
    expect(body).toContain('## Oil')
    expect(body).toContain('| Dose |\n| --- |\n| 1 g |')
    expect(body).not.toMatch(/Cart|steal|# Borage/u)
  })

  it('of plain text has no headings', async () => {
    expect(await read('Bee_food.txt', '## Borage\nand bees')).toMatchObject({
      title: 'Bee food',
      body: String.raw`\## Borage` + '\nand bees',
    })
    const spanish = Buffer.from('¿Qué es?', 'latin1')
    expect(await read('a.txt', spanish)).toMatchObject({ body: '¿Qué es?' })
  })

  it('of PDF is the text of its pages, with words that a line break has split', async () => {
    const pages = [['Borage is a herb with blue flo-', 'wers.', 'Bees like it.'], ['The oil is pressed.']]
    expect(await read('borage.pdf', pdfOf(pages, 'All about borage'))).toEqual({
      kind: 'article',
      title: 'All about borage',
      body: 'Borage is a herb with blue flowers.\n\nBees like it.\n\nThe oil is pressed.',
    })
  })

  it('of Word has its headings as passages', async () => {
    const file = docxOf([
      { style: 'Heading1', text: 'Borage' },
      { text: 'Blue &amp; hairy.' },
      { style: 'Heading2', text: 'Oil' },
      { text: 'Pressed from seeds.' },
    ])
    expect(await read('b.docx', file)).toEqual({
      kind: 'article',
      title: 'Borage',
      body: 'Blue & hairy.\n\n## Oil\n\nPressed from seeds.',
    })
  })

  it('of products has its rows, with quotes, line breaks and semicolons', async () => {
    expect(await read('p.csv', '\uFEFFName; PRICE\n"Oil; ""blue""\nand fine";1,5\n\n')).toEqual({
      kind: 'products',
      columns: ['name', 'price'],
      rows: [{ name: 'Oil; "blue"\nand fine', price: '1,5' }],
    })
  })

  it('of products has its known columns alone, however many others it names', async () => {
    const wide = `__proto__,constructor,${'x,'.repeat(100_000)}name\na,b,${'y,'.repeat(100_000)}Oil`
    expect(await read('w.csv', wide)).toEqual({
      kind: 'products',
      columns: ['name'],
      rows: [{ name: 'Oil' }],
    })
  })

  it.each<[string, string | Uint8Array, string]>([
    ['empty.md', '', 'no_text'],
    ['scan.pdf', pdfOf([[]]), 'no_text'],
    ['cut.pdf', pdfOf([['Borage']]).subarray(0, 60), 'unreadable'],
    ['cut.docx', docxOf([{ text: 'Borage' }]).subarray(0, 200), 'unreadable'],
    ['old.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'protected'],
    ['picture.txt', Buffer.from([0x89, 0x50, 0, 0]), 'unreadable'],
    ['deep.html', '<div>'.repeat(20_000), 'unreadable'],
    ['front.md', '---\na: [\n---\ntext', 'unreadable'],
    ['torn.csv', 'name,price\n"Oil,1', 'invalid_rows'],
    ['long.csv', `name\n${'a\n'.repeat(2001)}`, 'too_many_rows'],
  ])('that cannot be read is refused with a reason: %s', async (name, content, reason) => {
    expect(await read(name, content)).toMatchObject({ kind: 'failure', reason })
  })
})

describe('a file that would use up the server', () => {
  const limits = { ms: 20_000, heapMiB: 128, memoryMiB: 384 }

  it.each([
    ['bomb.pdf', pdfBomb(400_000_000)],
    ['bomb.docx', docxBomb(400_000_000)],
    ['lying-bomb.docx', lyingDocxBomb(400_000_000)],
  ])('is refused for its memory: %s', async (name, bytes) => {
    expect(bytes.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    const reading = await read(name, bytes, limits)
    expect(reading).toMatchObject({
      kind: 'failure',
      // One that states another size than it has is damaged, where there is room to find out.
      reason: expect.stringMatching(name.startsWith('lying') ? /./u : /too_much_memory|too_slow/u),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  it('is refused by the directory of its archive, before it is unpacked', async () => {
    // One that unpacks it ends for its memory, or finds no text.
    const roomy = { ms: 20_000, memoryMiB: 4096 }
    expect(await read('bomb.docx', docxBomb(200_000_000), roomy)).toMatchObject({ reason: 'too_much_memory' })
    const many = zipOf(
      Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`${index}`, Buffer.alloc(0)])),
    )
    expect(await read('many.docx', many)).toMatchObject({ reason: 'too_much_memory' })
  })

  it.skipIf(!existsSync('/proc/self/status'))('and crashes its process is refused alone', async () => {
    const reader = createFileReader({ ms: 20_000, memoryMiB: 4096 })
    const { signal } = new AbortController()
    const bomb = { name: 'bomb.docx', format: 'docx', bytes: lyingDocxBomb(400_000_000) } as const
    const reading = reader.read(bomb, signal)
    process.kill(await readingProcess(), 'SIGSEGV')
    expect(await reading).toMatchObject({ kind: 'failure', reason: 'unreadable' })
    const next = { name: 'a.md', format: 'markdown', bytes: Buffer.from('one') } as const
    expect(await reader.read(next, signal)).toMatchObject({ body: 'one' })
    const idle = await readingProcess()
    process.kill(idle, 'SIGSEGV')
    await vi.waitFor(() => expect(existsSync(`/proc/${idle}`)).toBe(false))
    expect(await reader.read(next, signal)).toMatchObject({ body: 'one' })
    await reader.close()
  })

  it('is refused for its time', async () => {
    expect(await read('a.md', 'text', { ms: 1 })).toMatchObject({ reason: 'too_slow' })
  })

  it('ends with the server', async () => {
    const stopping = new AbortController()
    const file = { name: 'a.md', format: 'markdown', bytes: Buffer.from('text') } as const
    const reading = createFileReader().read(file, stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(reading).rejects.toThrow('stopping')
  })

  it('does not keep the next one from being read', async () => {
    const reader = createFileReader(limits)
    const { signal } = new AbortController()
    const file = (name: string, bytes: Uint8Array) =>
      ({ name, format: formatOf(name) ?? 'text', bytes }) as const
    expect(await reader.read(file('a.md', Buffer.from('one')), signal)).toMatchObject({ body: 'one' })
    const bomb = await reader.read(file('bomb.docx', lyingDocxBomb(400_000_000)), signal)
    expect(bomb.kind).toBe('failure')
    expect(await reader.read(file('b.md', Buffer.from('two')), signal)).toMatchObject({ body: 'two' })
    await reader.close()
  })
})

describe('files that are read at once', () => {
  const { signal } = new AbortController()
  const file = (text: string) => ({ name: 'a.md', format: 'markdown', bytes: Buffer.from(text) }) as const

  it.each([
    [512, 1, 256],
    [1024, 1, 512],
    [4096, 2, 768],
    [65_536, 4, 768],
  ])('have half of the memory of a server of %i MiB: %i of %i MiB', (server, slots, memoryMiB) => {
    expect(planReading(server)).toEqual({ slots, memoryMiB })
  })

  it.skipIf(!existsSync('/proc/self/status'))(
    'wait for a process, and end an idle one of another import',
    async () => {
      const slots = createReadingSlots(1)
      const [one, other] = [createFileReader({ slots }), createFileReader({ slots })]
      expect(await one.read(file('one'), signal)).toMatchObject({ body: 'one' })
      expect(await other.read(file('two'), signal)).toMatchObject({ body: 'two' })
      expect(readingProcesses()).toHaveLength(1)
      const both = await Promise.all([one.read(file('three'), signal), other.read(file('four'), signal)])
      expect(both).toMatchObject([{ body: 'three' }, { body: 'four' }])
      expect(readingProcesses()).toHaveLength(1)
      await one.close()
      await other.close()
      expect(readingProcesses()).toEqual([])
    },
  )

  it('do not wait any longer once the server stops, and leave their place to the next', async () => {
    const slots = createReadingSlots(1)
    await slots.take(signal)
    const stopping = new AbortController()
    const waiting = createFileReader({ slots }).read(file('one'), stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(waiting).rejects.toThrow('stopping')
    slots.free()
    const next = createFileReader({ slots })
    expect(await next.read(file('two'), signal)).toMatchObject({ body: 'two' })
    await next.close()
  })
})
