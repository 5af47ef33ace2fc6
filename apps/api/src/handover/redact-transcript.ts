import type { Transcript } from '@org/api-client/contract'
import { redact, storedCharacters } from '../outcomes/redact.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'

/** Removes e-mail addresses, phone numbers and names from a transcript, and yields to the event loop between pieces. */
export async function redactTranscript(transcript: Transcript): Promise<Transcript> {
  const redacted: Transcript = []
  for (const { role, text } of transcript) {
    const pieces: string[] = []
    for (const piece of piecesOf(text)) {
      await pauseWhenDue()
      pieces.push(redact(piece))
    }
    redacted.push({ role, text: pieces.join('') })
  }
  return redacted
}

/** Pieces that `redact` takes whole, cut at white space: a name or a number is not cut in two. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > storedCharacters) {
    const head = rest.slice(0, storedCharacters)
    const cut = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. '))
    const length = cut > storedCharacters / 2 ? cut + 1 : storedCharacters
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return [...pieces, rest]
}
