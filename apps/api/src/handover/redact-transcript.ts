import type { Transcript } from '@org/api-client/contract'
import { redactWhole } from '../outcomes/redact.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'

/** Removes e-mail addresses, phone numbers and names from a transcript, and yields to the event loop between parts. */
export async function redactTranscript(transcript: Transcript): Promise<Transcript> {
  const redacted: Transcript = []
  for (const { role, text } of transcript) {
    await pauseWhenDue()
    redacted.push({ role, text: await redactWhole(text, pauseWhenDue) })
  }
  return redacted
}
