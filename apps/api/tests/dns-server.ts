import { createSocket } from 'node:dgram'

/** A name server on 127.0.0.1 with TXT records. */
export interface DnsServer {
  /** Its address, as `Resolver.setServers` takes it. */
  address: string
  /** TXT records by name. */
  records: Map<string, string[]>
  close: () => void
}

const headerBytes = 12
const txtType = 16

/** Starts a name server. A name without records does not exist there. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(answerOf(query, records), port, address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return { address: `127.0.0.1:${socket.address().port}`, records, close: () => socket.close() }
}

function answerOf(query: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  // The zero at the end of the name, the type and the class.
  const question = query.subarray(headerBytes, at + 5)
  const values = records.get(labels.join('.').toLowerCase()) ?? []
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  // A response with recursion; without records, "no such name".
  header.writeUInt16BE(values.length === 0 ? 0x81_83 : 0x81_80, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(values.length, 6)
  return Buffer.concat([header, question, ...values.map(recordOf)])
}

function recordOf(value: string): Buffer {
  const text = Buffer.from(value)
  const record = Buffer.alloc(13)
  // The name of the question.
  record.writeUInt16BE(0xc0_0c, 0)
  record.writeUInt16BE(txtType, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(text.length + 1, 10)
  record.writeUInt8(text.length, 12)
  return Buffer.concat([record, text])
}
