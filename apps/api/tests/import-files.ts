import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A PDF of one page a text; each line is one of the page. */
export function pdfOf(pages: readonly (readonly string[])[], title = ''): Buffer {
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/gu, String.raw`\$&`)}) Tj T*`).join('\n')
    return Buffer.from(`BT /F1 12 Tf 14 TL 72 720 Td\n${shown}\nET`, 'latin1')
  })
  return pdfWith(
    contents.map((bytes) => ({ bytes, filter: '' })),
    title,
  )
}

/** A PDF whose one page unpacks to so many bytes. */
export function pdfBomb(bytes: number): Buffer {
  return pdfWith([{ bytes: deflateSync(Buffer.alloc(bytes, ' ')), filter: '/Filter /FlateDecode' }], '')
}

function pdfWith(pages: { bytes: Buffer; filter: string }[], title: string): Buffer {
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...pages.flatMap(({ bytes, filter }, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} ${filter} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    ]),
    Buffer.from(`<< /Title (${title}) >>`),
  ]
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let size = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(size)
    size += part.length
    parts.push(part)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A document of Word; the text of the paragraphs is XML. */
export function docxOf(paragraphs: readonly { style?: string; text: string }[]): Buffer {
  const body = paragraphs
    .map(
      ({ style, text }) =>
        `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`,
    )
    .join('')
  return docxWith(Buffer.from(documentStart + body + documentEnd))
}

/** A document of Word whose text unpacks to so many bytes. */
export function docxBomb(bytes: number): Buffer {
  return docxWith(
    Buffer.concat([Buffer.from(documentStart), Buffer.alloc(bytes, ' '), Buffer.from(documentEnd)]),
  )
}

/** The same, with a directory that states an unpacked size of one byte for each entry. */
export function lyingDocxBomb(bytes: number): Buffer {
  const bomb = docxBomb(bytes)
  const end = bomb.lastIndexOf('PK\u0005\u0006')
  for (let entry = bomb.readUInt32LE(end + 16); entry < end; entry += 46 + bomb.readUInt16LE(entry + 28)) {
    bomb.writeUInt32LE(1, entry + 24)
  }
  return bomb
}

const documentStart =
  '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
const documentEnd = '</w:body></w:document>'

function docxWith(document: Buffer): Buffer {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>'
  return zipOf({
    '[Content_Types].xml': Buffer.from(
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    '_rels/.rels': Buffer.from(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/styles.xml': Buffer.from(
      `${xml}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[1, 2].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    ),
    'word/_rels/document.xml.rels': Buffer.from(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    'word/document.xml': document,
  })
}

/** An archive of these files, by their paths. */
export function zipOf(files: Record<string, Buffer>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, rest, name]))
    local.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end])
}
