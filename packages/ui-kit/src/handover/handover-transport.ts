/** One message of a transcript. */
export interface HandoverMessage {
  role: 'user' | 'assistant'
  text: string
}

/** Settings of the form. */
export interface HandoverSettings {
  /** False where no person can take over. */
  available: boolean
  /** False outside of the opening hours. */
  open: boolean
  /** Words of the team for the time outside of the hours; empty for none. */
  outside: string
  name: 'hidden' | 'optional' | 'required'
  /** The visitor's e-mail address. */
  reply: 'optional' | 'required'
  /** True when personal data is removed from the messages. */
  redact: boolean
}

/** A request for a person. */
export interface HandoverSubmission {
  /** The same for each attempt, so that a retry sends nothing twice. */
  requestId: string
  consent: true
  name: string
  email: string
  message: string
  transcript: readonly HandoverMessage[]
  answerId: string | undefined
}

/** Calls of the hand-over; each may reject. */
export interface HandoverTransport {
  /** Loads the settings of the form. */
  load: () => Promise<HandoverSettings>
  /** Returns the transcript as it would be sent. */
  preview: (transcript: readonly HandoverMessage[]) => Promise<readonly HandoverMessage[]>
  send: (submission: HandoverSubmission) => Promise<{ reference: string; open: boolean }>
  /** Describes a failure in the words of the server; null without any. */
  describe: (error: unknown) => string | null
}
