import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from './program.ts'

const connections = 64
const headEnd = '\r\n\r\n'

/** A GET as a browser sends it. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${path} HTTP/1.1`, ...lines].join('\r\n') + headEnd
}

/**
 * Calls over and over on 64 connections that are kept open, each waiting for its answer, and gives the answers that
 * a second of the server's processor makes.
 *
 * @throws {Error} when an answer is not a 200
 */
export async function measureRate(program: Program, request: string, seconds: number): Promise<number> {
  let answered = 0
  let failure: string | undefined
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(program.port)))
  for (const socket of sockets) {
    let pending = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      pending += text
      const length = wholeAnswer(pending)
      if (length === 0) return
      if (!pending.startsWith('HTTP/1.1 200')) failure = pending.slice(0, 200)
      pending = pending.slice(length)
      answered += 1
      socket.write(request)
    })
    socket.write(request)
  }
  // Until the engine has compiled what runs often.
  await pause(1500)
  const [before, cpuSeconds] = [answered, program.cpuSeconds()]
  await pause(seconds * 1000)
  const rate = (answered - before) / (program.cpuSeconds() - cpuSeconds)
  for (const socket of sockets) socket.destroy()
  if (failure !== undefined) throw new Error(`Not a 200: ${failure}`)
  return rate
}

/** Readers of streams, which only count what comes. */
export interface Readers {
  /** Events so far, and connections that have ended by themselves. */
  events: number
  cut: number
  close: () => void
}

/**
 * Opens one reader a request, and resolves when each has had its first event.
 *
 * @throws {Error} when one is turned away
 */
export async function openReaders(port: number, requests: readonly string[]): Promise<Readers> {
  const sockets: Socket[] = []
  const readers: Readers = {
    events: 0,
    cut: 0,
    close() {
      for (const socket of sockets) socket.removeAllListeners('close').destroy()
    },
  }
  const opening = requests.map(async (request) => {
    const socket = await open(port)
    sockets.push(socket)
    socket.once('close', () => (readers.cut += 1))
    await new Promise<void>((resolve, reject) => {
      let received = ''
      socket.once('error', ({ message }) => (received += message))
      socket.once('close', () => reject(new Error(`A reader was turned away: ${received.slice(0, 200)}`)))
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (received.length < 200) received += text
        const events = text.split('data: ').length - 1
        readers.events += events
        if (events > 0) resolve()
      })
      socket.write(request)
    })
  })
  await Promise.all(opening)
  return readers
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** The length of the answer that a text begins with, 0 while it is not whole. */
function wholeAnswer(text: string): number {
  const head = text.indexOf(headEnd)
  if (head === -1) return 0
  const length = Number(/content-length: (\d+)/iu.exec(text.slice(0, head))?.[1])
  if (Number.isNaN(length)) throw new Error(`An answer without a length: ${text.slice(0, head)}`)
  const whole = head + headEnd.length + length
  return text.length >= whole ? whole : 0
}
