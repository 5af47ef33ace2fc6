import { envelope, readEnvelope, type SignedUser, type ToWidget } from '../messages.ts'

/** Fields of a message of the frame, unchecked. */
export type FrameMessage = Readonly<Record<string, unknown>>

/** A frame and the messages to and from it. */
export interface Channel {
  /** True once the frame has answered the handshake. */
  readonly ready: boolean
  /** True once a document has got the handshake, and with it the visitor. */
  readonly started: boolean
  /** Sends a message; does nothing before the handshake has started. */
  post: (message: ToWidget) => void
  /** Moves the focus into the frame. @returns false before the handshake has started */
  focus: () => boolean
  /** Forgets the handshake: the frame's document loads anew. */
  reset: () => void
  /** Handles a message event of the window. Only those of the frame's document on its own origin are used. */
  receive: (event: MessageEvent<unknown>) => void
}

/**
 * Creates the channel to a frame.
 *
 * @param options `user` goes along with each handshake
 * @param onHello called when a document has sent its first message: the handshake has started
 * @param onMessage called with each message; with `ready` only when it has the nonce of the handshake
 */
export function createChannel(
  frame: HTMLIFrameElement,
  origin: string,
  options: { user: SignedUser },
  onHello: () => void,
  onMessage: (message: FrameMessage) => void,
): Channel {
  let nonce = ''
  let ready = false

  function post(message: ToWidget): void {
    if (nonce) frame.contentWindow?.postMessage(envelope(message), origin)
  }

  return {
    get ready() {
      return ready
    },
    get started() {
      return nonce !== ''
    },
    post,
    focus() {
      if (nonce) frame.focus()
      return nonce !== ''
    },
    reset() {
      nonce = ''
      ready = false
    },
    receive({ source, origin: sender, data }) {
      if (!source || source !== frame.contentWindow || sender !== origin) return
      const message = readEnvelope(data)
      if (!message) return
      const { type, nonce: answered } = message
      // Without a nonce it is the first message of a document: it may have been loaded again.
      if (!nonce || (type === 'ready' && !answered)) {
        // The frame sends first, so that nothing is sent to a page that a blocker has put in its place.
        nonce = crypto.getRandomValues(new Uint32Array(4)).join('')
        post({ type: 'hello', nonce, user: options.user })
        onHello()
      }
      if (type === 'ready' && answered !== nonce) return
      if (type === 'ready') ready = true
      onMessage(message)
    },
  }
}
